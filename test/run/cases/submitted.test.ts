import { describe, expect, test } from 'vitest';
import { explainRequest } from '../../../harness/run/explain.ts';
import type { Scenario } from '../../../harness/scenario/scenario.ts';
import type { StrategySpec, SubmitPollSpec } from '../../../harness/strategy/spec.ts';
import type { FaultSpec } from '../../../sim/provider/spec.ts';
import {
  at,
  ends,
  limit,
  model,
  pool,
  provider,
  retry,
  runOf,
  type ScenarioParts,
  scenario,
  script,
  story,
  strategy,
} from '../../support/scenario.ts';

/** One worker, a submission of 5 ms, a look each second. */
const one: SubmitPollSpec = {
  submit: 5,
  queue: 'unlimited',
  workers: 1,
  attempts: 'unlimited',
  pause: 1000,
  poll: 1000,
  per: 'client',
};

/** A model that takes one second, with room for everybody. */
function world(
  jobs: Partial<SubmitPollSpec>,
  parts: ScenarioParts & {
    readonly faults?: readonly FaultSpec[];
    readonly more?: Partial<StrategySpec>;
    readonly refuseAfter?: number;
  } = {},
): Scenario {
  const { faults = [], more = {}, refuseAfter = 0, ...rest } = parts;
  return scenario({
    provider: provider({ pools: { big: pool(9) }, models: { big: model({ service: 1000, refuseAfter }) }, faults }),
    strategies: [strategy('jobs', { 'submit-poll': { ...one, ...jobs }, ...more })],
    ...rest,
  });
}

const burst = (count: number): ScenarioParts => ({ workload: { arrivals: at(...Array.from({ length: count }, () => 0)) } });
const columns = (name: 'submitMs' | 'queueWaitMs' | 'latencyMs', one: Scenario) => runOf(one).requests.map((request) => request[name]);

describe('submit and poll', () => {
  test('one worker does one job after the other, and each is seen at the next look', () => {
    // Job k is done at 0.005 + k s, on the k-th look of its caller; all were told of it after 5 ms.
    const four = world({}, burst(4));
    expect(story(runOf(four))).toEqual(['0 big@0.005→1.005 ok', '1 big@1.005→2.005 ok', '2 big@2.005→3.005 ok', '3 big@3.005→4.005 ok']);
    expect(ends(runOf(four))).toEqual(['0 ok/none 1.005', '1 ok/none 2.005', '2 ok/none 3.005', '3 ok/none 4.005']);
    expect(columns('submitMs', four)).toEqual([5, 5, 5, 5]);
    expect(columns('queueWaitMs', four)).toEqual([0, 1000, 2000, 3000]);
    expect(runOf(four).fold.samples).toMatchObject({ submitMs: { count: 4 }, serviceMs: { count: 4 } });
  });

  test('a caller sees the result no sooner than it looks', () => {
    // Done at 1.005 s; looks at 0.705, 1.405 s. The answer itself took one second.
    const { fold, requests } = runOf(world({ poll: 700 }));
    expect(requests[0]?.latencyMs).toBe(1405);
    expect(fold.samples.serviceMs).toMatchObject({ mean: 1000 });
  });

  test('workers take as many jobs at once as there are workers', () => {
    expect(story(runOf(world({ workers: 2 }, burst(4)))).map((line) => line.split('→')[0])).toEqual([
      '0 big@0.005',
      '1 big@0.005',
      '2 big@1.005',
      '3 big@1.005',
    ]);
  });

  test('each client has its own workers, or all of them the same', () => {
    const two = { ...burst(2), workload: { ...burst(2).workload, clients: 2 } };
    expect(ends(runOf(world({}, two)))).toEqual(['0 ok/none 1.005', '1 ok/none 1.005']);
    expect(ends(runOf(world({ per: 'fleet' }, two)))).toEqual(['0 ok/none 1.005', '1 ok/none 2.005']);
  });

  test('a submission that finds the queue full is refused then', () => {
    const ran = runOf(world({ queue: 1 }, burst(3)));
    expect(ends(ran)).toEqual(['0 ok/none 1.005', '1 ok/none 2.005', '2 shed/shed 0.005']);
    expect(ran.requests[2]).toMatchObject({ reason: 'job queue full', submitMs: null, attempts: 0 });
    // Without any place to wait, a job still goes to a worker that is free.
    expect(ends(runOf(world({ queue: 0 }, burst(2))))).toEqual(['0 ok/none 1.005', '1 shed/shed 0.005']);
  });
});

describe('a job that fails', () => {
  const busy = [script(['big'], [{ refuse: 'capacity' }, { refuse: 'capacity' }])];
  const once = { ...burst(1), faults: busy };

  test('goes to the tail and is taken up after a pause, until it is answered', () => {
    const ran = runOf(world({}, once));
    expect(story(ran)).toEqual(['0 big@0.005→0.005 capacity', '0 big@1.005→1.005 capacity', '0 big@2.005→3.005 ok']);
    expect(ran.requests[0]).toMatchObject({ attempts: 3, latencyMs: 3005, queueWaitMs: 2000 });
    expect(ran.attempts.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  test('stays failed when it was taken up often enough, and its caller sees that at a look', () => {
    const ran = runOf(world({ attempts: 2 }, once));
    expect(ends(ran)).toEqual(['0 capacity/attempts 1.005']);
    expect(story(ran)).toHaveLength(2);
  });

  test('holds the others back: as many as were under way, and one more for each pause', () => {
    const first = [script(['big'], [{ refuse: 'capacity' }])];
    const ran = runOf(world({ workers: 3, pause: 800 }, { ...burst(5), faults: first, refuseAfter: 10 }));
    // Each refusal before 2 s leaves none under way, 3's and 4's too. After the last one, at 1.635 s: one from 2.435 s on, two
    // from 3.235 s on, three from 4.035 s on.
    expect(story(ran)).toEqual([
      '0 big@0.005→0.015 capacity',
      '1 big@0.005→0.015 capacity',
      '2 big@0.005→0.015 capacity',
      '3 big@0.815→0.825 capacity',
      '4 big@1.625→1.635 capacity',
      '0 big@2.435→3.435 ok',
      '1 big@3.235→4.235 ok',
      '2 big@3.435→4.435 ok',
      '3 big@4.035→5.035 ok',
      '4 big@4.235→5.235 ok',
    ]);
  });

  test('one after the other while nothing is answered', () => {
    const thrice = [script(['big'], [{ refuse: 'capacity' }, { refuse: 'capacity' }])];
    const ran = runOf(world({ workers: 2 }, { ...burst(2), faults: thrice, refuseAfter: 10 }));
    // The first look of both finds no room; 0 and 1 each come once more in vain, each after a pause.
    expect(ran.attempts.map(({ entity, sentMs }) => [entity, sentMs])).toEqual([
      [0, 5],
      [1, 5],
      [0, 1015],
      [1, 2025],
      [0, 3035],
      [1, 4035],
    ]);
  });

  test('is not taken up again when no retry can cure it', () => {
    const hard = [script(['big'], [], { refuse: 'client_error' })];
    expect(ends(runOf(world({}, { ...burst(1), faults: hard })))).toEqual(['0 client_error/hard 1.005']);
  });

  test('is not taken up again after the end of the run, so that the run has one', () => {
    const down = [script(['big'], [], { refuse: 'capacity' })];
    const ran = runOf(world({}, { ...burst(1), faults: down, time: { length: 3000 } }));
    expect(ran.attempts.map(({ sentMs }) => sentMs)).toEqual([5, 1005, 2005, 3005]);
    expect(ends(ran)).toEqual(['0 capacity/attempts 3.005']);
  });

  test('was shed by the strategy’s own limit and comes again', () => {
    const narrow = { limit: limit(1, { queue: { length: 0, maxWait: 'unlimited', order: 'fifo' } }) };
    const ran = runOf(world({ workers: 2 }, { ...burst(2), more: narrow }));
    // The second is shed at 5 ms, waits for the pause or the first one's answer, and is sent then.
    expect(story(ran)).toEqual(['0 big@0.005→1.005 ok', '1 big@1.005→2.005 ok']);
  });
});

describe('the deadline is that of the answer', () => {
  const patient = (deadline: number, count: number, jobs: Partial<SubmitPollSpec> = {}) =>
    ends(runOf(world(jobs, { workload: { ...burst(count).workload, deadline } })));

  test('a caller looks a last time when it comes', () => {
    expect(patient(1500, 1, { poll: 900 })).toEqual(['0 ok/none 1.5']);
    expect(patient(1005, 1)).toEqual(['0 ok/none 1.005']);
  });

  test('what waits then is not done any more, what is under way is given up', () => {
    expect(patient(1500, 3)).toEqual(['0 ok/none 1.005', '1 deadline/deadline 1.5', '2 deadline/deadline 1.5']);
    const ran = runOf(world({}, { workload: { ...burst(3).workload, deadline: 1500 } }));
    expect(story(ran)).toEqual(['0 big@0.005→1.005 ok', '1 big@1.005→1.5 cancelled']);
    expect(ran.requests.map(({ reason }) => reason).slice(1)).toEqual(['attempt', 'job queue']);
  });

  test('a submission that takes as long is in vain', () => {
    expect(patient(5, 1)).toEqual(['0 deadline/deadline 0.005']);
  });
});

describe('beside other parts', () => {
  test('the strategy underneath retries in its own way, and its waits are told', () => {
    const again = { retry: retry({ backoff: { fixed: 400 }, attempts: 2 }) };
    const ran = runOf(world({}, { ...burst(1), more: again, faults: [script(['big'], [{ refuse: 'capacity' }])] }));
    expect(story(ran)).toEqual(['0 big@0.005→0.005 capacity', '0 big@0.405→1.405 ok']);
    expect(ran.requests[0]).toMatchObject({ backoffMs: 400, queueWaitMs: 0, latencyMs: 2005 });
  });

  test('over another client its sends are counted on', () => {
    const over = { over: strategy('inner', { route: { ...strategy('x').route, ordered: [] } }) };
    const ran = runOf(world({}, { ...burst(1), more: over, faults: [script(['big'], [{ refuse: 'capacity' }])] }));
    expect(story(ran)).toEqual(['0 big@0.005→0.005 capacity', '0 big@1.005→2.005 ok']);
    expect(ran.attempts.map(({ number }) => number)).toEqual([1, 2]);
  });

  test('what is held is submitted when its hours come', () => {
    const night = { defer: { window: { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: 60, to: 61 } } };
    const [request] = runOf(world({}, { workload: { arrivals: at(0), urgent: 0 }, more: night, time: { length: 7_200_000 } })).requests;
    expect(request).toMatchObject({ outcome: 'ok', submitMs: 5, latencyMs: 1005 });
    expect(request?.deferMs).toBeGreaterThanOrEqual(3_600_000);
  });

  test('a batch submits its jobs, and each waits for the result of one', () => {
    const batch = { arrivals: { batch: { jobs: 3, at: { offset: 0 }, workers: 3, crashes: [], restart: 1000 } } };
    expect(runOf(world({}, { workload: batch })).fold.makespanMs).toBe(3005);
  });

  test('a crash of the batch takes its jobs back, and a checkpoint keeps what is done', () => {
    const batch = { arrivals: { batch: { jobs: 3, at: { offset: 0 }, workers: 3, crashes: [{ offset: 1500 }], restart: 500 } } };
    const ran = runOf(world({}, { workload: batch, more: { checkpoint: { every: 3, pause: 1000 } } }));
    // One is done at 1.005 s; the one under way and the one that waits are submitted again at 2 s.
    expect(ran.fold.requests.failures).toMatchObject({ cancelled: 2 });
    expect(ran.fold.makespanMs).toBe(4005);
  });
});

test('explain tells when a job was taken, what it waited for, and when its caller looked', async () => {
  const two = world({ poll: 700 }, burst(2));
  expect((await explainRequest(two, { strategy: 'jobs', request: 1 })).slice(2).map((line) => line.trim())).toEqual([
    '+0.005 s  is taken as a job',
    '+0.005 s  waits 1.000 s for a worker',
    '+1.005 s  attempt 1 to big',
    '+2.005 s    ok, status 200, 4 tokens after 1.000 s',
    '+2.005 s  waits 0.100 s until its caller looks',
    '+2.105 s  ok after 2.105 s and 1 attempt, of it waiting 1.000 s for workers and permits',
  ]);
});

test('every option changes the figures', () => {
  const base = { faults: [script(['big'], [{ refuse: 'capacity' }])], refuseAfter: 10, workload: { ...burst(4).workload, clients: 2 } };
  const told = (jobs: Partial<SubmitPollSpec>): string => JSON.stringify(runOf(world({ ...jobs }, base)).requests);
  const changes: readonly Partial<SubmitPollSpec>[] = [
    { submit: 6 },
    { submit: { exponential: 5 } },
    { queue: 0 },
    { workers: 2 },
    { attempts: 1 },
    { pause: 900 },
    { poll: 300 },
    { per: 'fleet' },
  ];
  expect(new Set([told({}), ...changes.map(told)]).size).toBe(changes.length + 1);
});
