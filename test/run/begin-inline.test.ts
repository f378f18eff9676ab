import { expect, test } from 'vitest';
import { beginInline } from '../../harness/run/begin-inline.ts';
import type { Job } from '../../harness/run/client-side.ts';
import type { JobOutcome } from '../../harness/run/job.ts';
import { at, scenario, strategy } from '../support/scenario.ts';

const job: Job = {
  scenario: scenario({ workload: { arrivals: at(0) }, strategies: [strategy('s')] }),
  strategyIndex: 0,
  replication: 0,
  raw: false,
};
const elsewhere: JobOutcome = { failure: { code: 'livelock', message: 'of a thread' } };

/** `times`: what the clock shows, one look after another; then it stands still. */
function begun(times: readonly number[], interrupted = false) {
  const seen = { looks: 0, started: 0, given: 0, closed: 0 };
  const workers = beginInline(
    async () => {
      seen.started += 1;
      return {
        width: 2,
        run: async () => {
          seen.given += 1;
          return elsewhere;
        },
        close: async () => {
          seen.closed += 1;
        },
      };
    },
    {
      width: 2,
      modules: new Map(),
      aborted: () => interrupted,
      now: () => times[Math.min(seen.looks++, times.length - 1)] ?? 0,
    },
  );
  return { workers, seen };
}

test('short jobs need no thread, however many are handed over at once', async () => {
  const { workers, seen } = begun([0]);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => workers.run(job)));
  for (const outcome of outcomes) expect(outcome).toMatchObject({ output: { fold: { requests: { ok: 1 } } } });
  await workers.close();
  expect(seen).toMatchObject({ started: 0, given: 0, closed: 0 });
});

test('threads are started once, when that is no longer so, and have every job from then on', async () => {
  // The first job takes all the time that there is.
  const { workers, seen } = begun([0, 0, 301]);
  const outcomes = await Promise.all(Array.from({ length: 3 }, () => workers.run(job)));
  expect(outcomes[0]).toMatchObject({ output: { fold: { requests: { ok: 1 } } } });
  expect(outcomes.slice(1)).toEqual([elsewhere, elsewhere]);
  expect(await workers.run(job)).toBe(elsewhere);
  await workers.close();
  expect(seen).toMatchObject({ started: 1, given: 3, closed: 1 });
});

test('an interrupted run starts none', async () => {
  const { workers, seen } = begun([0], true);
  expect(await workers.run(job)).toBeUndefined();
  expect(seen.started).toBe(0);
});
