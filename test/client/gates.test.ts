import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Client } from '../../harness/client/client.ts';
import type { Gates } from '../../harness/client/gates.ts';
import type { RequestRun } from '../../harness/client/request-run.ts';
import type { Breaker } from '../../harness/strategy/breaker/breaker.ts';
import type { Budget } from '../../harness/strategy/budget/budget.ts';
import { createParts } from '../../harness/strategy/create.ts';
import type { Pace } from '../../harness/strategy/pace/pace.ts';
import { constantSteps } from '../../sim/curves/pieces.ts';
import { eventClass, after as later } from '../../sim/kernel/clock.ts';
import { Luck } from '../../sim/kernel/random.ts';
import type { Send } from '../../sim/kernel/transport.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';
import { fixedRetry, retry, route, strategy } from '../support/scenario.ts';
import { answered, limited } from '../support/scripted-send.ts';

const request = (entity: number) => ({ entity, inputTokens: 10, outputTokens: 4, maxTokens: 4, stream: false });

interface World {
  readonly gates: Partial<Omit<Gates, 'route' | 'luck'>>;
  readonly targets?: readonly string[];
  readonly delayMs?: number;
  readonly attempts?: number;
  /** As with `whenOpen: wait`. */
  readonly waits?: boolean;
  /** Whether send number i of all sends is answered, and after which time in ms. */
  readonly answers: (send: number) => { readonly ok: boolean; readonly afterMs: number };
}

function world({ gates, targets = ['a'], delayMs = 1000, attempts = 3, waits = false, answers }: World) {
  const clock = new VirtualClock();
  const spec = strategy('s', { route: route(targets, { order: 'route-first' }), retry: retry(fixedRetry(delayMs, attempts)) });
  const parts = { ...createParts(spec, { modules: new Map(), curve: () => constantSteps(1) }), waitsForBreakers: waits };
  const luck = new Luck(1, 0);
  const sent: string[] = [];
  const send =
    (name: string): Send =>
    (_, listener) => {
      const { ok, afterMs } = answers(sent.length);
      sent.push(`${name}@${clock.now() / 1000}`);
      let over = false;
      const end = (): void => {
        if (over) return;
        over = true;
        listener.end({ facts: ok ? answered : limited(), tokens: 0 });
      };
      later(clock, afterMs * 1000, end, eventClass.completion);
      return {
        cancel: () => {
          over = true;
          return 0;
        },
      };
    };
  const client = new Client({
    clock,
    parts,
    route: parts.route,
    targets: targets.map((name) => ({ name, send: send(name), luck: luck.stream('retry 0', name) })),
    permits: undefined,
    gates: { budget: undefined, pace: undefined, breakers: undefined, ...gates, route: parts.route, luck: luck.stream('choice 0') },
    observer: undefined,
  });
  return { clock, client, sent };
}

/** Books of what is taken and what comes back. */
function counting() {
  const books = { began: 0, finished: 0, taken: 0, back: 0, used: 0, asked: 0, paced: 0, unpaced: 0, admitted: 0, released: 0, heard: 0 };
  const count = (what: keyof typeof books, by = 1): number => {
    books[what] += by;
    return books[what];
  };
  const budget = (allows: (ask: number) => boolean, admits = true): Budget => ({
    began: () => count('began'),
    finished: () => count('finished'),
    admit: () => admits,
    take: () => {
      books.asked += 1;
      if (!allows(books.asked)) return undefined;
      books.taken += 2;
      return 2;
    },
    release: (taken) => count('back', taken),
    ended: ({ taken }) => count('used', taken),
  });
  const pace = (waitMs: (place: number) => number): Pace => ({
    reserve: () => waitMs(count('paced') - 1),
    release: () => count('unpaced'),
    ended: () => {},
  });
  const breaker = (open: (nowMs: number) => boolean): Breaker => ({
    opensAt: (nowMs) => (open(nowMs) ? Number.POSITIVE_INFINITY : nowMs),
    admit: (nowMs) => {
      if (open(nowMs)) return false;
      books.admitted += 1;
      return true;
    },
    release: () => count('released'),
    ended: () => count('heard'),
  });
  return { books, budget, pace, breaker };
}

function ends(run: RequestRun) {
  return `${run.class}/${run.reason}/${run.gaveUp} ${run.totalSends} sends, ${run.queueWait / 1000} queued, ${run.backoff / 1000} waited`;
}

function lived(parts: World, deadlineMs = Number.POSITIVE_INFINITY, abortMs?: number) {
  const { clock, client, sent } = world(parts);
  let end: string | undefined;
  const run = client.begin(request(0), deadlineMs * 1000, (ended) => {
    end = ends(ended);
  });
  if (abortMs !== undefined) later(clock, abortMs * 1000, () => run.abort('caller'), eventClass.arrival);
  clock.runUntil(1e12);
  return { end, sent };
}

const refused = () => ({ ok: false, afterMs: 0 });

describe('a budget', () => {
  it('ends the request when it does not allow one more attempt', () => {
    const { books, budget } = counting();
    expect(lived({ gates: { budget: budget((ask) => ask < 2) }, attempts: 5, answers: refused })).toEqual({
      end: 'rate_limited/rate/budget 2 sends, 0 queued, 1000 waited',
      sent: ['a@0', 'a@1000'],
    });
    expect(books).toMatchObject({ began: 1, finished: 1, asked: 2, taken: 2, used: 2, back: 0 });
  });

  it('that lets nothing through sends nothing', () => {
    const { books, budget } = counting();
    expect(lived({ gates: { budget: budget(() => true, false) }, answers: refused })).toEqual({
      end: 'shed/budget/budget 0 sends, 0 queued, 0 waited',
      sent: [],
    });
    expect(books).toMatchObject({ began: 1, finished: 1, asked: 0 });
  });

  it.each([
    ['a deadline', 500, undefined, 'deadline/backoff/deadline 1 sends, 0 queued, 500 waited'],
    ['a caller', Number.POSITIVE_INFINITY, 500, 'cancelled/caller/none 1 sends, 0 queued, 500 waited'],
  ])('gets back what was taken for an attempt that %s prevents', (_, deadline, abort, end) => {
    const { books, budget } = counting();
    expect(lived({ gates: { budget: budget(() => true) }, answers: refused }, deadline, abort).end).toBe(end);
    expect(books).toMatchObject({ finished: 1, taken: 2, back: 2, used: 0 });
  });
});

describe('a pace', () => {
  it('holds attempts back, which counts as queueing', () => {
    const { pace } = counting();
    expect(lived({ gates: { pace: pace((place) => 100 * (place + 1)) }, answers: (send) => ({ ok: send === 1, afterMs: 0 }) })).toEqual({
      end: 'ok/answered/none 2 sends, 300 queued, 1000 waited',
      sent: ['a@100', 'a@1300'],
    });
  });

  it('gets its place back from one that is never sent', () => {
    const { books, pace } = counting();
    expect(lived({ gates: { pace: pace(() => 700) }, answers: refused }, 700).end).toBe(
      'deadline/pace/deadline 0 sends, 700 queued, 0 waited',
    );
    expect(books).toMatchObject({ paced: 1, unpaced: 1 });
  });
});

describe('breakers', () => {
  it('are gone around, and come back into the route when they close', () => {
    const { breaker } = counting();
    const breakers = [breaker((nowMs) => nowMs < 500), breaker(() => false)];
    expect(lived({ gates: { breakers }, targets: ['a', 'b'], answers: (send) => ({ ok: send === 1, afterMs: 600 }) })).toEqual({
      end: 'ok/answered/none 2 sends, 0 queued, 0 waited',
      sent: ['b@0', 'a@600'],
    });
  });

  it('that are all open end a request which was never sent', () => {
    const { breaker } = counting();
    expect(lived({ gates: { breakers: [breaker(() => true)] }, answers: refused })).toEqual({
      end: 'shed/breaker/noTarget 0 sends, 0 queued, 0 waited',
      sent: [],
    });
  });

  it('that say they open now, and do not, are not asked for ever by who waits for them', () => {
    const { breaker } = counting();
    const breakers = [{ ...breaker(() => false), admit: () => false }];
    expect(lived({ gates: { breakers }, waits: true, answers: refused })).toEqual({
      end: 'shed/breaker/noTarget 0 sends, 0 queued, 0 waited',
      sent: [],
    });
  });

  it('that open while a request waits end it with its last failure', () => {
    const { books, breaker } = counting();
    expect(lived({ gates: { breakers: [breaker((nowMs) => nowMs >= 1000)] }, answers: refused }).end).toBe(
      'rate_limited/rate/noTarget 1 sends, 0 queued, 1000 waited',
    );
    expect(books).toMatchObject({ admitted: 1, heard: 1, released: 0 });
  });
});

test('whatever ends requests, all that was taken is used or comes back: 10,000 random histories', () => {
  const times = fc.integer({ min: 0, max: 12 }).map((n) => n * 100);
  const history = fc.record({
    budget: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
    pace: fc.array(times, { minLength: 1, maxLength: 4 }),
    open: fc.array(fc.tuple(times, times), { minLength: 2, maxLength: 2 }),
    answers: fc.array(fc.record({ ok: fc.boolean(), afterMs: times }), { minLength: 1, maxLength: 6 }),
    delayMs: times,
    requests: fc.array(
      fc.record({ at: times, deadline: fc.option(times, { nil: Number.POSITIVE_INFINITY }), abort: fc.option(times, { nil: undefined }) }),
      { minLength: 1, maxLength: 6 },
    ),
  });
  let sends = 0;
  let aborts = 0;
  fc.assert(
    fc.property(history, (draw) => {
      const { books, budget, pace, breaker } = counting();
      const around = <Value>(list: readonly Value[], at: number): Value => list[at % list.length] as Value;
      const { clock, client, sent } = world({
        targets: ['a', 'b'],
        delayMs: draw.delayMs,
        gates: {
          budget: budget((ask) => around(draw.budget, ask)),
          pace: pace((place) => around(draw.pace, place)),
          breakers: draw.open.map(([from, length]) => breaker((nowMs) => nowMs >= from && nowMs < from + length)),
        },
        answers: (send) => around(draw.answers, send),
      });
      const ended: RequestRun[] = [];
      draw.requests.forEach(({ at, deadline, abort }, entity) => {
        later(
          clock,
          at * 1000,
          () => {
            const run = client.begin(request(entity), (at + deadline) * 1000, (one) => ended.push(one));
            if (abort !== undefined) later(clock, abort * 1000, () => run.abort('caller'), eventClass.timeout);
          },
          eventClass.arrival,
        );
      });
      clock.runUntil(1e12);
      if (ended.length !== draw.requests.length) throw new Error(`${ended.length} ends of ${draw.requests.length} requests`);
      const { began, finished, taken, back, used, paced, unpaced, admitted, released, heard } = books;
      const left = [began - finished, began - draw.requests.length, taken - back - used, paced - unpaced - sent.length];
      const doors = [admitted - released - sent.length, heard - sent.length];
      if ([...left, ...doors].some((each) => each !== 0)) throw new Error(`left: ${[...left, ...doors]}`);
      sends += sent.length;
      aborts += ended.filter((one) => one.class === 'cancelled').length;
    }),
    { numRuns: 10_000 },
  );
  expect(sends).toBeGreaterThan(10_000);
  expect(aborts).toBeGreaterThan(500);
});
