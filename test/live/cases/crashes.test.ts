import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCheckpoint } from '../../../harness/run/checkpoint/checkpoint.ts';
import { folderWith } from '../../cli/at-capacity.ts';
import { model, pool, provider, scenario, strategy } from '../../support/scenario.ts';
import { liveOf } from '../live-of.ts';

const jobs = 9;
const pause = 3000;

/** Three jobs at a time, a second each; the process crashes in the middle of it, and the provider is full for a while at first. */
const batch = scenario({
  provider: provider({
    pools: { big: pool(3) },
    models: { big: model({ service: 1000, firstToken: 500, refuseAfter: 10 }) },
    faults: [{ outage: { models: ['big'], from: { offset: 0 }, for: 1000, tenants: false, as: 'capacity', daily: false } }],
  }),
  workload: {
    arrivals: { batch: { jobs, at: { offset: 0 }, workers: 3, crashes: [{ offset: 4500 }], restart: 500 } },
    sizes: { input: 10, output: 20 },
  },
  strategies: [strategy('nightly', { checkpoint: { every: 3, pause } })],
  time: { length: 600_000 },
});

it('crashes of a batch are simulated in real time too: the next process reads the file, and no job has two answers', async () => {
  const path = join(folderWith(), 'checkpoint.jsonl');
  const subject = { scenario: 'test', hash: 'c'.repeat(64) };
  const checkpoint = openCheckpoint({ path, subject, jobs, strategies: ['nightly'], replications: 1, reason: String });
  const { requests, attempts, finished } = await liveOf(batch, { checkpoint, timeScale: 10 });
  const ok = requests.filter(({ outcome }) => outcome === 'ok').map(({ entity }) => entity);
  const all = Array.from({ length: jobs }, (_, job) => job);
  expect(ok.toSorted((a, b) => a - b)).toEqual(all);
  const results = all.map((job) => `{"job":${job},"tokens":20}\n`).join('');
  expect(finished.generator.batch?.store.text()).toBe(results);
  expect(readFileSync(path, 'utf8').match(/"is":"done"/g)).toHaveLength(jobs);
  // At capacity nothing new begins for a while.
  const refused = attempts.filter((one) => one.class === 'capacity');
  expect(refused.length).toBeGreaterThan(0);
  for (const { endedMs } of refused)
    expect(attempts.filter(({ sentMs }) => endedMs !== null && sentMs > endedMs && sentMs < endedMs + pause)).toEqual([]);
  // Killed between the last job and its report: the next process finds nothing to do, and says what there was.
  checkpoint.close();
  const next = openCheckpoint({ path, subject, jobs, strategies: ['nightly'], replications: 1, reason: String });
  const { fold } = await liveOf(batch, { checkpoint: next, timeScale: 10 });
  expect([fold.requests.offered, next.notes()]).toEqual([0, [expect.stringContaining(`${jobs} of ${jobs} jobs were done`)]]);
  next.close();
});
