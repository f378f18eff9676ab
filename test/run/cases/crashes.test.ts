import { describe, expect, test } from 'vitest';
import { foldReplication } from '../../../harness/run/fold-replication.ts';
import { Simulation } from '../../../harness/run/simulation.ts';
import type { Scenario } from '../../../harness/scenario/scenario.ts';
import { model, pool, provider, runOf, scenario, strategy } from '../../support/scenario.ts';

const jobs = 7;
const all = Array.from({ length: jobs }, (_, job) => job);

/** Seven jobs of different lengths, three at a time, in chunks of three, against two slots that an outage closes for a while. */
function small(checkpoint: boolean, crashesMs: readonly number[] = []): Scenario {
  const crashes = crashesMs.map((offset) => ({ offset }));
  return scenario({
    provider: provider({
      pools: { big: pool(2) },
      models: { big: model({ service: { exponential: 1000 }, refuseAfter: 10 }) },
      faults: [{ outage: { models: ['big'], from: { offset: 1500 }, for: 1000, tenants: false, as: 'capacity', daily: false } }],
    }),
    workload: {
      arrivals: { batch: { jobs, at: { offset: 0 }, workers: 3, crashes, restart: 500 } },
      sizes: { input: 10, output: { p50: 20, p99: 100 } },
    },
    strategies: [strategy('nightly', checkpoint ? { checkpoint: { every: 3, pause: 700 } } : {})],
    time: { length: 600_000 },
  });
}

interface Told {
  readonly events: number;
  readonly results: string;
  readonly ok: readonly number[];
  readonly makespanMs: number | null;
}

/** Takes the batch to its end; the process crashes before the event of each of these numbers. */
function batchOf(one: Scenario, crashesAt: readonly number[] = []): Told {
  const run = new Simulation({ scenario: one, strategyIndex: 0, replication: 0, raw: true }, new Map());
  let events = 0;
  for (;;) {
    if (crashesAt.includes(events)) run.generator.batch?.crash();
    if (run.advance(1)) break;
    events += 1;
  }
  const { raw, fold } = foldReplication(run);
  const ok = raw?.requests.filter(({ outcome }) => outcome === 'ok').map(({ entity }) => entity) ?? [];
  return { events, results: run.generator.batch?.store.text() ?? '', ok: ok.toSorted((a, b) => a - b), makespanMs: fold.makespanMs };
}

describe('a batch with a checkpoint', () => {
  const whole = batchOf(small(true));

  test('does every job once when nothing happens', () => {
    expect(whole.ok).toEqual(all);
    expect(
      whole.results
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { job: number }).job),
    ).toEqual(all);
  });

  test('crashed before any one of its events it loses nothing, does nothing twice and has the same results', () => {
    expect(whole.events).toBeGreaterThan(30);
    for (let event = 0; event <= whole.events; event++) {
      const { ok, results, makespanMs } = batchOf(small(true), [event]);
      expect({ event, ok, results, done: makespanMs !== null }).toEqual({ event, ok: all, results: whole.results, done: true });
    }
  });

  test('crashed again and again it gets there as well', () => {
    for (let every = 2; every <= 12; every++) {
      const events = Array.from({ length: 20 }, (_, i) => (i + 1) * every);
      const { ok, results } = batchOf(small(true), events);
      expect({ every, ok, results }).toEqual({ every, ok: all, results: whole.results });
    }
  });

  test('begins nothing for a while after a job met no capacity, and one chunk after the other', () => {
    const { attempts, requests } = runOf(small(true));
    const refused = attempts.filter((one) => one.class === 'capacity');
    expect(refused.length).toBeGreaterThan(0);
    for (const { endedMs } of refused) {
      const early = attempts.filter(({ sentMs }) => endedMs !== null && sentMs > endedMs && sentMs < endedMs + 700);
      expect(early).toEqual([]);
    }
    const doneMs = (job: number): number =>
      Math.max(
        ...requests.filter(({ entity, outcome }) => entity === job && outcome === 'ok').map((one) => one.arrivedMs + (one.latencyMs ?? 0)),
      );
    const begunMs = (job: number): number => Math.min(...attempts.filter(({ entity }) => entity === job).map(({ sentMs }) => sentMs));
    for (const [last, first] of [
      [3, 3],
      [6, 6],
    ] as const)
      expect(Math.min(...all.slice(first).map(begunMs))).toBeGreaterThanOrEqual(Math.max(...all.slice(0, last).map(doneMs)));
  });
});

describe('crashes', () => {
  test('cut what is under way; the process is back after its restart', () => {
    const { requests, attempts } = runOf(small(true, [100]));
    const cut = requests.filter(({ outcome }) => outcome === 'cancelled');
    expect(cut.length).toBeGreaterThan(0);
    for (const { arrivedMs, latencyMs } of cut) expect(arrivedMs + (latencyMs ?? 0)).toBe(100);
    expect(attempts.filter(({ sentMs }) => sentMs > 100)[0]?.sentMs).toBe(600);
  });

  test('without a checkpoint everything that was done is done again', () => {
    const plain = runOf(small(false));
    const doneMs = plain.requests.filter(({ outcome }) => outcome === 'ok').map(({ arrivedMs, latencyMs }) => arrivedMs + (latencyMs ?? 0));
    const crashMs = Math.max(...doneMs) - 1;
    const before = doneMs.filter((ms) => ms < crashMs).length;
    expect(before).toBeGreaterThan(0);
    const { ok, results } = batchOf(small(false, [crashMs]));
    expect(ok.length).toBe(jobs + before);
    expect(results).toBe(batchOf(small(false)).results);
  });

  test('before the batch and after it they are nothing', () => {
    const { ok, makespanMs } = batchOf(small(true, [599_000]));
    expect(ok).toEqual(all);
    expect(makespanMs).toBe(batchOf(small(true)).makespanMs);
  });
});
