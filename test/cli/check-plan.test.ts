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
