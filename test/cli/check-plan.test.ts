import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEntries } from '../../harness/cli/check-entries.ts';
import { tryFiles } from '../../harness/cli/check-files.ts';
import { type CheckFlags, checkPlanOf } from '../../harness/cli/check-plan.ts';
import { folderWith } from './at-capacity.ts';

const gate = `
time: { length: 4m }
replications: 12
provider: { models: { big: { slots: 8, service: 1s } } }
workload: { arrivals: { poisson: { rate: 1/s } } }
strategies: [ { name: limited, limit: 8 } ]
slo: { errorRate: 0.2 }
`;
const progress = { line() {}, look() {}, tell() {}, end() {} };
const interrupt = {
  signal: new AbortController().signal,
  unheard: <Value>(work: () => Promise<Value>): Promise<Value> => work(),
  release() {},
};

const planOf = (file: string, flags: Partial<CheckFlags>) => checkPlanOf([file], { tolerance: [], only: [], set: [], ...flags }, {});

test.each([
  ['as many as the scenario has', {}, 12, 40],
  ['never more than --most', { most: '5' }, 5, 5],
  ['as said', { replications: '3' }, 3, 40],
  ['a baseline with all at once', { update: true, baseline: 'base', most: '5' }, 5, 5],
])('replications at first: %s', async (_, flags, least, most) => {
  const file = join(folderWith({ 'gate.yaml': gate }), 'gate.yaml');
  expect(await openEntries(planOf(file, flags), progress, interrupt)).toMatchObject([{ least, most }]);
});

test('the place of a baseline is tried before the run that would fill it', async () => {
  const file = join(folderWith({ 'gate.yaml': gate }), 'gate.yaml');
  const plan = planOf(file, { update: true, baseline: join(file, 'base') });
  const entries = await openEntries(plan, progress, interrupt);
  await expect(tryFiles(plan, entries)).rejects.toThrow('cannot be written: a file is in the place of the folder');
});

test('all tolerances that cannot be read are named at once', () => {
  const read = () => planOf('gate.yaml', { baseline: 'base', tolerance: ['errorRte=1', 'costUsd=much', 'errorRate=2%'] });
  for (const part of ['unknown measure errorRte', 'how far costUsd may worsen', 'errorRate is a share']) expect(read).toThrow(part);
});

test('no report takes the place of another, or of a scenario', () => {
  const read = () => planOf('gate.yaml', { junit: 'a.xml', markdown: './a.xml', stepSummary: 'gate.yaml' });
  for (const part of ['--markdown is the file of --junit too, ./a.xml', '--step-summary is a scenario too, gate.yaml'])
    expect(read).toThrow(part);
});

test.each<readonly [string, Partial<CheckFlags>]>([
  ['JUnit', { junit: 'mine' }],
  ['a page', { markdown: 'mine' }],
  ['a baseline, though it is accepted', { update: true, accept: true, baseline: 'mine' }],
])('a file of somebody else is left alone: %s', async (_, flags) => {
  const folder = folderWith({ 'gate.yaml': gate, 'mine.json': '{ "mine": true }' });
  const place = Object.fromEntries(
    Object.entries(flags).map(([name, value]) => [name, value === 'mine' ? join(folder, 'mine.json') : value]),
  );
  const plan = planOf(join(folder, 'gate.yaml'), place);
  const entries = await openEntries(plan, progress, interrupt);
  await expect(tryFiles(plan, entries)).rejects.toThrow('mine.json was not written by at-capacity check and is left alone');
  expect(readFileSync(join(folder, 'mine.json'), 'utf8')).toBe('{ "mine": true }');
});

test('a summary that cannot be written is known before the run', async () => {
  const folder = folderWith({ 'gate.yaml': gate });
  const plan = planOf(join(folder, 'gate.yaml'), { stepSummary: join(folder, 'none', 'summary.md') });
  await expect(tryFiles(plan, await openEntries(plan, progress, interrupt))).rejects.toThrow(
    'cannot be written: the folder does not exist',
  );
});
