import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Settled, Taker, Underway } from '../../harness/client/settled.ts';
import { createSubmitPoll } from '../../harness/client/submit-poll.ts';
import type { RequestClass } from '../../reports/result/outcome.ts';
import { after, type EventClass } from '../../sim/kernel/clock.ts';
import { Stream } from '../../sim/kernel/random.ts';
import type { CancelReason, Request } from '../../sim/kernel/transport.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';

/**
 * Jobs on a grid of 100 ms, so that arrivals, ends, looks, deadlines and callers who leave fall together all the time, before
 * a strategy that ends each try as it was drawn.
 */
const grid = 100_000;
const classes: readonly RequestClass[] = ['ok', 'ok', 'capacity', 'timeout', 'shed', 'client_error', 'quota'];

const history = fc.record({
  workers: fc.integer({ min: 1, max: 3 }),
  queue: fc.constantFrom<(number | 'unlimited')[]>(0, 1, 3, 'unlimited', 'unlimited'),
  attempts: fc.constantFrom<(number | 'unlimited')[]>(1, 2, 'unlimited'),
  pause: fc.integer({ min: 1, max: 5 }),
  poll: fc.integer({ min: 1, max: 6 }),
  submit: fc.integer({ min: 0, max: 2 }),
  per: fc.constantFrom('client', 'fleet'),
  clients: fc.integer({ min: 1, max: 2 }),
  end: fc.integer({ min: 5, max: 30 }),
  patience: fc.option(fc.integer({ min: 1, max: 15 })),
  jobs: fc.array(
    fc.record({
      at: fc.nat(10),
      tries: fc.array(fc.record({ takes: fc.nat(4), as: fc.constantFrom(...classes) }), { maxLength: 4 }),
      leaves: fc.option(fc.record({ at: fc.nat(20), order: fc.nat(6) }), { freq: 3 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** One try of a job: when a worker took it, and when that ended. */
interface Try {
  readonly from: number;
  to: number;
  as: RequestClass;
}

interface Lived {
  readonly tries: readonly (readonly Try[])[];
  readonly ends: readonly (readonly Settled[])[];
  /** When as many jobs as there are workers are tried for each client, when all is over and they are submitted at once; less the submission. */
  readonly afterwards: readonly number[];
}

interface Working {
  began(now: number): void;
  ended(now: number, outcome: RequestClass): void;
}

/** Counts what is worked on, and holds it to min(workers, b + ⌊(t − f) / pause⌋) with b others under way at the last failure f. */
function workingOf({ workers, pause }: History): Working {
  let busy = 0;
  let failure = { others: workers, at: 0 };
  return {
    began(now) {
      busy += 1;
      const allowed = Math.min(workers, failure.others + Math.floor((now - failure.at) / (pause * grid)));
      check(busy <= allowed, `${busy} at once, not ${allowed}`);
    },
    ended(now, outcome) {
      busy -= 1;
      if (['capacity', 'timeout', 'shed'].includes(outcome)) failure = { others: busy, at: now };
    },
  };
}

/** A strategy without limits of its own: a try takes as long as it was drawn, and no longer than the deadline. */
function takerOf(draw: History, clock: VirtualClock, tries: Try[][], line: Working): Taker {
  return {
    begin({ entity }: Request, deadlineAt: number, done): Underway {
      const own = tries[entity] as Try[];
      const { takes, as } = draw.jobs[entity]?.tries[own.length] ?? { takes: 1, as: 'ok' as const };
      const one: Try = { from: clock.now(), to: Number.NaN, as };
      own.push(one);
      line.began(clock.now());
      const ends = (outcome: RequestClass, reason: string): void => {
        one.to = clock.now();
        one.as = outcome;
        line.ended(clock.now(), outcome);
        const facts = { class: outcome, reason, gaveUp: 'none', firstTokenAt: undefined, tokens: 1, queueWait: 0, backoff: 0 } as const;
        done({ ...facts, endedAt: clock.now() });
      };
      const until = Math.min(clock.now() + takes * grid, deadlineAt);
      const late = clock.now() + takes * grid > deadlineAt;
      const timer = after(clock, until - clock.now(), () => ends(late ? 'deadline' : as, ''), late ? 2 : 1);
      return {
        abort(why: CancelReason) {
          clock.disarm(timer);
          ends('cancelled', why);
        },
      };
    },
  };
}

function live(draw: History): Lived {
  const clock = new VirtualClock();
  const tries: Try[][] = draw.jobs.map(() => []);
  const ends: Settled[][] = draw.jobs.map(() => []);
  const lines = [workingOf(draw), workingOf(draw)];
  const ms = grid / 1000;
  const { workers, queue, attempts, per } = draw;
  const spec = { workers, queue, attempts, per, submit: draw.submit * ms, pause: draw.pause * ms, poll: draw.poll * ms };
  const before = createSubmitPoll({ clock, spec, luck: new Stream(1, 1), end: draw.end * grid });
  const takers = Array.from({ length: draw.clients }, (_, client) => {
    return before(takerOf(draw, clock, tries, lines[per === 'fleet' ? 0 : client] as Working));
  });
  draw.jobs.forEach(({ at, leaves }, entity) => {
    after(clock, at * grid, () => {
      const deadlineAt = draw.patience === null ? Number.POSITIVE_INFINITY : (at + draw.patience) * grid;
      const job = takers[entity % draw.clients]?.begin(requestOf(entity), deadlineAt, (settled) => ends[entity]?.push(settled));
      if (leaves !== null)
        after(clock, leaves.at * grid, () => ends[entity]?.length === 0 && job?.abort('caller'), leaves.order as EventClass);
    });
  });
  const drain = (): void => {
    for (let events = 0; clock.step(); events++) if (events > 10_000) throw new Error('it never ends');
  };
  const more = (taker: Taker | undefined, jobs: number): readonly number[] => {
    const from = clock.now() + draw.submit * grid;
    const entities = Array.from({ length: jobs }, () => tries.push([]) - 1);
    for (const entity of entities) taker?.begin(requestOf(entity), Number.POSITIVE_INFINITY, () => {});
    drain();
    return entities.map((entity) => (tries[entity]?.[0]?.from ?? Number.NaN) - from);
  };
  drain();
  // So long after the last failure all workers may work again.
  clock.runUntil(clock.now() + draw.workers * draw.pause * grid);
  const afterwards = takers.flatMap((taker) => more(taker, draw.workers));
  return { tries, ends, afterwards };
}

const requestOf = (entity: number): Request => ({ entity, inputTokens: 1, outputTokens: 1, maxTokens: 1, stream: false });

function holds(draw: History): void {
  const { tries, ends, afterwards } = live(draw);
  check(
    afterwards.every((wait) => wait === 0),
    `a worker is not free afterwards: ${afterwards.join(', ')}`,
  );
  draw.jobs.forEach((_, entity) => {
    const own = tries[entity] as Try[];
    const [settled, ...more] = ends[entity] as Settled[];
    try {
      if (settled === undefined) throw new Error('it is lost');
      check(more.length === 0, 'it has two ends');
      triesHold(draw, entity, own);
      endHolds(draw, entity, own, settled);
      if (own.length === 0 && settled.class === 'shed') refusalHolds(draw, entity, { tries, ends });
    } catch (error) {
      throw new Error(`${(error as Error).message}: ${JSON.stringify({ entity, settled, own })}`);
    }
  });
}

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

const timesOf = (draw: History, entity: number) => {
  const at = draw.jobs[entity]?.at ?? Number.NaN;
  const deadlineAt = draw.patience === null ? Number.POSITIVE_INFINITY : (at + draw.patience) * grid;
  return { takenAt: (at + draw.submit) * grid, deadlineAt };
};

/** One after the other, none after an answer, none that a retry cannot cure, and none after the end of the run. */
function triesHold(draw: History, entity: number, own: readonly Try[]): void {
  const { takenAt, deadlineAt } = timesOf(draw, entity);
  check(draw.attempts === 'unlimited' || own.length <= draw.attempts, 'it was tried too often');
  own.forEach(({ from, to }, i) => {
    const earlier = own[i - 1];
    if (earlier !== undefined) {
      check(from >= earlier.to, 'it is tried twice at once');
      check(['capacity', 'timeout', 'shed'].includes(earlier.as), 'it is tried in vain');
      check(earlier.to < draw.end * grid, 'it is tried after the end');
    }
    check(from >= takenAt, 'it is tried before it was taken');
    check(from < deadlineAt && to <= deadlineAt, 'it is tried after its deadline');
  });
}

function endHolds(draw: History, entity: number, own: readonly Try[], settled: Settled): void {
  const { class: outcome, endedAt, submit, answeredAt, queueWait } = settled;
  const { takenAt, deadlineAt } = timesOf(draw, entity);
  const last = own.at(-1);
  check(outcome !== 'cancelled' || draw.jobs[entity]?.leaves !== null, 'nobody left');
  check(outcome !== 'deadline' || endedAt === deadlineAt, 'it ends at another time than its deadline');
  if (outcome === 'cancelled' || outcome === 'deadline') return;
  check(submit === (outcome === 'shed' && last === undefined ? undefined : draw.submit * grid), 'its submission took another time');
  if (last === undefined) {
    check(outcome === 'shed' && draw.queue !== 'unlimited', 'it was never tried');
    check(endedAt === takenAt && queueWait === 0, 'it was refused later than at once');
    return;
  }
  const tried = own.reduce((sum, { from, to }) => sum + to - from, 0);
  check(takenAt + queueWait + tried === last.to, 'waits and tries are not all that passed');
  check(outcome === last.as, 'it ends in another way than its last try');
  const looks = Math.max(1, Math.ceil((last.to - takenAt) / (draw.poll * grid)));
  check(endedAt === Math.min(deadlineAt, takenAt + looks * draw.poll * grid), 'it is seen at another time than a look');
  check(answeredAt === (outcome === 'ok' ? last.to : undefined), 'it was answered at another time');
}

/** Who is refused at submission finds the queue full; without a queue, somebody at work or a pause after a failure. */
function refusalHolds(draw: History, entity: number, { tries, ends }: Pick<Lived, 'tries' | 'ends'>): void {
  const { takenAt: now } = timesOf(draw, entity);
  const others = draw.jobs.flatMap((_, other) => {
    const sameLine = draw.per === 'fleet' || other % draw.clients === entity % draw.clients;
    const end = ends[other]?.[0];
    return other === entity || !sameLine || end === undefined
      ? []
      : [{ ...timesOf(draw, other), end, own: tries[other] as readonly Try[] }];
  });
  const maybeWaiting = others.filter(({ takenAt, end, own }) => {
    const refused = own.length === 0 && end.class === 'shed';
    const working = own.some(({ from, to }) => from < now && now < to);
    const worked = (own.at(-1)?.to ?? now) < now && end.class === own.at(-1)?.as && end.class !== 'deadline';
    return takenAt <= now && end.endedAt >= now && !refused && !working && !worked;
  });
  check(maybeWaiting.length >= Number(draw.queue), `refused though only ${maybeWaiting.length} can be waiting`);
  const all = others.flatMap(({ own }) => own);
  const busy = all.some(({ from, to }) => from <= now && now <= to);
  const paused = all.some(({ to }) => to <= now && to > now - draw.workers * draw.pause * grid);
  check(busy || paused, 'refused though nobody is at work');
}

/** About 0.2 ms each; a loaded machine may take long without anything being wrong. */
const patience = 600_000;

test(
  'in 10,000 random histories no job is lost or done twice, and no more are worked on than there are workers',
  () => fc.assert(fc.property(history, holds), { numRuns: 10_000, seed: 20261130 }),
  patience,
);

test(
  'first come, first served, as long as none fails',
  () => {
    const well = fc.array(
      fc.record({ at: fc.nat(10), tries: fc.constant<History['jobs'][0]['tries']>([{ takes: 2, as: 'ok' }]), leaves: fc.constant(null) }),
      {
        minLength: 2,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(history, well, (draw, jobs) => {
        const { tries } = live({ ...draw, jobs, clients: 1, queue: 'unlimited', patience: null });
        const order = jobs.map(({ at }, entity) => ({ at, entity })).toSorted((a, b) => a.at - b.at || a.entity - b.entity);
        const begun = order.map(({ entity }) => tries[entity]?.[0]?.from ?? Number.NaN);
        expect(begun).toEqual(begun.toSorted((a, b) => a - b));
        expect(begun.every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 10_000, seed: 20261130 },
    );
  },
  patience,
);
