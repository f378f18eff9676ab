import { expect, test } from 'vitest';
import { type ProbeFlags, probePlan } from '../../harness/cli/probe-plan.ts';
import { InputError } from '../../sim/kernel/problem.ts';

const right: ProbeFlags = {
  header: [],
  from: '3',
  max: '64',
  step: '10s',
  maxRequests: '1000',
  maxTime: '10m',
  timeout: '60s',
  pause: '1s',
  balance: '0.01',
};

/** Options that are said to be wrong, in order. */
function wrong(flags: Partial<ProbeFlags>): readonly (string | undefined)[] {
  try {
    probePlan('http://localhost:4010/v1', { ...right, ...flags }, {});
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.problems.map(({ file }) => file);
  }
}

test.each([
  [{}, []],
  [{ from: '64' }, []],
  [{ from: '65' }, ['--max']],
  [{ max: '2' }, ['--max']],
  [{ max: '0', from: '9' }, ['--max']],
  [{ from: '0', max: '1' }, ['--from']],
  [{ step: '10m' }, []],
  [{ step: '11m' }, ['--max-time']],
  [{ maxTime: '5ms' }, ['--max-time']],
  [{ step: 'long', maxTime: '1s' }, ['--step']],
] satisfies [Partial<ProbeFlags>, string[]][])('%j: each mistake is said once: %j', (flags, said) => expect(wrong(flags)).toEqual(said));
