import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { consent } from '../../harness/cli/probe-consent.ts';
import { type ProbePlan, probePlan } from '../../harness/cli/probe-plan.ts';
import { InputError } from '../../sim/kernel/problem.ts';

const flags = { header: [], from: '3', max: '3', step: '1s', maxRequests: '1', maxTime: '1m' };
const planOf = (url: string, yes = false): ProbePlan => probePlan(url, { ...flags, timeout: '1s', pause: '1s', balance: '0.01', yes }, {});

/** A person at a terminal who types this, or nobody. */
function typing(text: string | undefined) {
  const input = Object.assign(new PassThrough(), { isTTY: text !== undefined });
  const output = Object.assign(new PassThrough(), { isTTY: text !== undefined });
  const told: string[] = [];
  if (text !== undefined) input.write(text);
  return { terminal: { input, output }, told, tell: (line: string) => told.push(line) };
}

const never = new AbortController().signal;

describe('a question before anything that is not on this machine', () => {
  test.each([
    ['y\n', true],
    ['Y\n', true],
    ['yes\n', true],
    ['YES \n', true],
    ['n\n', false],
    ['\n', false],
    ['yeah\n', false],
    ['yes please\n', false],
  ])('%j', async (text, expected) => {
    const { terminal, tell, told } = typing(text);
    expect(await consent(planOf('http://192.0.2.1/v1'), tell, never, terminal)).toBe(expected);
    expect(told.join()).toContain('may cost money');
    expect(String(terminal.output.read())).toBe('Go on? [y/N] ');
  });

  test('an end of the input or an interrupt is no yes', async () => {
    const ended = typing('');
    ended.terminal.input.end();
    expect(await consent(planOf('http://192.0.2.1/v1'), ended.tell, never, ended.terminal)).toBe(false);
    const { terminal, tell } = typing('');
    expect(await consent(planOf('http://192.0.2.1/v1'), tell, AbortSignal.abort(), terminal)).toBe(false);
  });

  test('nobody to ask is an error, with --yes none', async () => {
    const { terminal, tell } = typing(undefined);
    await expect(consent(planOf('http://192.0.2.1/v1'), tell, never, terminal)).rejects.toThrow(InputError);
    expect(await consent(planOf('http://192.0.2.1/v1', true), tell, never, terminal)).toBe(true);
  });

  test('this machine is loaded without a question', async () => {
    const { terminal, tell, told } = typing(undefined);
    expect([await consent(planOf('http://localhost/v1'), tell, never, terminal), told]).toEqual([true, []]);
  });
});
