import { array as arrayOf, assert as check, constantFrom, integer, option, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { heldInBackoff } from '../../harness/conduct/checks/held-in-backoff.ts';
import { findings } from '../../harness/conduct/registry.ts';
import { teller } from '../../harness/conduct/tell.ts';
import { countsOf, findingOf, type Sent, type Told } from './book.ts';

/** Attempts in the order of their sends: beside each other, one after another, left open. */
const sends = arrayOf(
  record({
    gap: integer({ min: 0, max: 900 }),
    took: option(integer({ min: 0, max: 1500 }), { nil: undefined, freq: 6 }),
    class: constantFrom('ok', 'capacity', 'quota', 'auth', 'client_error', undefined),
    hintMs: constantFrom(undefined, 0, 1, 400, 1e12),
    model: constantFrom('big', 'small', '__proto__'),
    toldTry: constantFrom(undefined, 0, 1, 2),
  }),
  { maxLength: 14 },
);

const requests = arrayOf(
  record({
    at: integer({ min: 0, max: 3000 }),
    sends,
    settles: option(integer({ min: 0, max: 9000 }), { nil: undefined, freq: 5 }),
    scope: integer({ min: 0, max: 2 }),
  }),
  { maxLength: 12 },
);

type Drawn = typeof requests extends { generate(...args: never[]): { readonly value: infer Value } } ? Value : never;

function toldOf(drawn: Drawn): readonly Told[] {
  return drawn.map(({ at, sends, settles, scope }) => {
    let from = at;
    const sent = sends.map(({ gap, took, class: outcome, hintMs, model, toldTry }): Sent => {
      from += gap;
      return {
        from,
        model,
        ...(toldTry !== undefined && { toldTry }),
        ...(took !== undefined && { to: from + took + 1 }),
        ...(took !== undefined && outcome !== undefined && { class: outcome }),
        ...(took !== undefined && hintMs !== undefined && { hintMs }),
      };
    });
    return { at, sent, scope, ...(settles !== undefined && { settled: at + 1e6 + settles }) };
  });
}

/** The attempt right before it at the same model. */
const beforeOf = (sent: readonly Sent[], index: number): Sent | undefined =>
  sent.slice(0, index).findLast(({ model }) => model === sent[index]?.model);

function naive(told: readonly Told[]): Record<string, readonly [count: number, of: number]> {
  const all = told.map(({ sent = [] }) => sent);
  const waits = all.flatMap((sent) =>
    sent.flatMap(({ from }, index) => {
      const before = beforeOf(sent, index);
      return before?.to !== undefined && before.to <= from && (before.hintMs ?? 0) > 0
        ? [[from - before.to, before.hintMs ?? 0] as const]
        : [];
    }),
  );
  const hard = all.flatMap((sent) =>
    sent.flatMap(({ class: outcome, to = 0, model }, index) =>
      outcome === 'quota' || outcome === 'auth' || outcome === 'client_error'
        ? [sent.some((later, place) => place > index && later.model === model && later.from >= to)]
        : [],
    ),
  );
  return {
    'retry-after': [waits.filter(([waited, asked]) => waited < asked - 1).length, waits.length],
    'hard-retried': [hard.filter((again) => again).length, hard.length],
    'many-attempts': [all.filter(({ length }) => length > 8).length, all.filter(({ length }) => length > 1).length],
  };
}

test('of any history, each finding counts no more than there was, and as much as a plain recount', () => {
  const names = Object.keys(findings);
  check(
    property(requests, (drawn) => {
      const told = toldOf(drawn);
      const counts = countsOf(told);
      for (const { count, of } of counts) {
        expect(count).toBeGreaterThanOrEqual(0);
        expect(count).toBeLessThanOrEqual(of);
      }
      const byName = Object.fromEntries(names.map((name, index) => [name, [counts[index]?.count, counts[index]?.of]]));
      expect(byName).toMatchObject(naive(told));
    }),
    { numRuns: 150 },
  );
});

test('one request of 100,000 attempts is judged in one pass', () => {
  const sent = Array.from({ length: 100_000 }, (_, index): Sent => ({ from: index, to: index + 1, class: 'auth' }));
  expect(findingOf('hard-retried', [{ at: 0, sent }])).toMatchObject({ count: 99_999, of: 100_000, worst: 99_999 });
});

test('a limit is looked for among any number of loads', () => {
  const held = heldInBackoff.start(teller({ localAt: (ms) => ms, nameOf: () => '' }));
  for (let load = 1; load <= 200_000; load += 1) held.passed(0, { open: load, waiting: 1, backingOff: 0 }, load * 1000, load * 1000 + 1000);
  expect(held.result()).toMatchObject({ count: 0, of: 0 });
});

test('retries that come together by chance, among many that do not, are spread', () => {
  // Sixty first waits 40 ms apart; five later ones, of which three are alike.
  const first = (wait: number): Told => {
    const sent: Sent[] = [
      { from: 0, to: 10, class: 'capacity' },
      { from: 10 + wait, to: 20 + wait, class: 'ok' },
    ];
    return { at: 0, sent };
  };
  const later = (wait: number): Told => {
    const { sent = [] } = first(1000 * wait);
    return { at: 0, sent: [...sent, { from: 20 + 1001 * wait, to: 30 + 1001 * wait, class: 'ok' }] };
  };
  const some = Array.from({ length: 60 }, (_, index) => first(40 * index));
  expect(findingOf('jitter', [...some, ...[500, 503, 506, 700, 900].map(later)])).toMatchObject({ verdict: 'good', count: 0 });
});
