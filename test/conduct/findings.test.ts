import { describe, expect, test } from 'vitest';
import { judgeConduct } from '../../harness/conduct/judge.ts';
import { findings } from '../../harness/conduct/registry.ts';
import { countsOf, findingOf, type Sent, type Told } from './book.ts';

/** Refused at once, then sent again after each of the waits; answered in the end. */
function retried(at: number, waits: readonly number[], refusal: Partial<Sent> = {}): Told {
  const sent: Sent[] = [];
  let now = at;
  for (const wait of waits) {
    sent.push({ from: now, to: now + 30, class: 'capacity', ...refusal });
    now += 30 + wait;
  }
  sent.push({ from: now, to: now + 1000, class: 'ok' });
  return { at, sent, settled: now + 1000 };
}

describe('retry-after', () => {
  test('not honoured: so many of so many waits, the example is the one furthest from it', () => {
    const found = findingOf('retry-after', [
      retried(0, [2000, 2000], { hintMs: 2000 }),
      retried(5000, [500, 1999], { hintMs: 2000 }),
      retried(9000, [100], { hintMs: 2000 }),
    ]);
    expect(found).toMatchObject({ verdict: 'bad', count: 2, of: 5, worst: 1900, says: 'Retry-After not honoured, 2 of 5' });
    expect(found.example).toBe(
      'ac-2 at 1970-01-01 00:00:09.000: capacity after 30 ms with Retry-After 2000 ms; again after 100 ms ok after 1000 ms; over for its caller after 1130 ms',
    );
    expect(found.advice).toMatch(/^Wait at least as long/);
  });

  test('honoured to the millisecond that timers have', () => {
    expect(findingOf('retry-after', [retried(0, [1999, 2001], { hintMs: 2000 })])).toMatchObject({
      verdict: 'good',
      count: 0,
      of: 2,
      advice: null,
    });
  });

  test('another model need not wait, and a request that is not sent again shows nothing', () => {
    const other: Told = {
      at: 0,
      sent: [
        { from: 0, to: 30, class: 'capacity', hintMs: 2000 },
        { from: 30, to: 1030, class: 'ok', model: 'small' },
      ],
      settled: 1030,
    };
    expect(
      findingOf('retry-after', [other, { at: 0, sent: [{ from: 0, to: 30, class: 'capacity', hintMs: 9 }], settled: 30 }]),
    ).toMatchObject({
      verdict: 'no occasion',
      of: 0,
    });
  });

  test('a wait of nothing is no wait', () => {
    expect(findingOf('retry-after', [retried(0, [0], { hintMs: 0 })]).verdict).toBe('no occasion');
  });
});

describe('long-wait', () => {
  const asked = { from: 0, to: 30, class: 'rate_limited', hintMs: 600_000 } as const;

  test('slept through before the next attempt', () => {
    const slept: Told = { at: 0, sent: [asked, { from: 600_030, to: 601_030, class: 'ok' }], settled: 601_030 };
    expect(findingOf('long-wait', [slept])).toMatchObject({ verdict: 'bad', count: 1, of: 1, worst: 600_000 });
    expect(findingOf('long-wait', [slept]).says).toBe('Slept more than a minute for a Retry-After, 1 of 1; the longest 600 s');
  });

  test('until its caller waited no longer, or the run was over', () => {
    expect(findingOf('long-wait', [{ at: 0, sent: [asked], settled: 90_030 }])).toMatchObject({ count: 1, worst: 90_000 });
    expect(findingOf('long-wait', [{ at: 0, sent: [asked] }], 120_030)).toMatchObject({ count: 1, worst: 120_000 });
  });

  test('given up at once, or sent again by an own backoff', () => {
    const again: Told = { at: 0, sent: [{ ...asked }, { from: 1030, to: 2030, class: 'ok' }], settled: 2030 };
    expect(findingOf('long-wait', [{ at: 0, sent: [asked], settled: 30 }, again])).toMatchObject({ verdict: 'good', count: 0, of: 2 });
  });
});

describe('jitter', () => {
  test('waits that are all alike have none, each retry for itself', () => {
    const all = Array.from({ length: 6 }, (_, i) => retried(10_000 * i, [2000, 4000]));
    expect(findingOf('jitter', all)).toMatchObject({ verdict: 'bad', count: 12, of: 12, worst: 2000 });
    expect(findingOf('jitter', all).says).toBe('Retries without jitter, 12 of 12: most often after 2000 ms');
  });

  test('waits that are drawn do', () => {
    const all = Array.from({ length: 10 }, (_, i) => retried(10_000 * i, [375 + 12.5 * i]));
    expect(findingOf('jitter', all)).toMatchObject({ verdict: 'good', count: 0, of: 10 });
  });

  test('at once is alike too', () => {
    expect(
      findingOf(
        'jitter',
        Array.from({ length: 5 }, (_, i) => retried(5000 * i, [0])),
      ),
    ).toMatchObject({ verdict: 'bad', count: 5, worst: 0 });
  });

  test('waits that a reply asked for are not the client’s own, unless it does not wait them', () => {
    const obeyed = Array.from({ length: 6 }, (_, i) => retried(5000 * i, [2000], { hintMs: 2000 }));
    const ignored = Array.from({ length: 6 }, (_, i) => retried(5000 * i, [500], { hintMs: 2000 }));
    expect(findingOf('jitter', obeyed).verdict).toBe('no occasion');
    expect(findingOf('jitter', ignored)).toMatchObject({ verdict: 'bad', count: 6 });
  });

  test('four waits show nothing', () => {
    expect(
      findingOf(
        'jitter',
        Array.from({ length: 4 }, (_, i) => retried(5000 * i, [2000])),
      ).verdict,
    ).toBe('no occasion');
  });
});

describe('hard-retried', () => {
  test('what no retry can cure, sent again', () => {
    const found = findingOf('hard-retried', [
      retried(0, [500, 1000], { class: 'quota' }),
      { at: 0, sent: [{ from: 0, to: 30, class: 'auth' }], settled: 30 },
      retried(0, [500]),
    ]);
    expect(found).toMatchObject({ verdict: 'bad', count: 2, of: 3, worst: 2 });
  });

  test('at another model it may be right', () => {
    const moved: Told = {
      at: 0,
      sent: [
        { from: 0, to: 30, class: 'quota' },
        { from: 30, to: 1030, class: 'ok', model: 'small' },
      ],
      settled: 1030,
    };
    expect(findingOf('hard-retried', [moved])).toMatchObject({ verdict: 'good', count: 0, of: 1 });
  });
});

describe('layers', () => {
  const tries = (numbers: readonly number[]): Told => ({
    at: 0,
    sent: numbers.map((toldTry, i) => ({ from: 1000 * i, to: 1000 * i + 30, class: 'capacity' as const, toldTry })),
    settled: 1000 * numbers.length,
  });

  test('a package that counts from the beginning again is called again from above', () => {
    expect(findingOf('layers', [tries([0, 1, 2, 0, 1, 2]), tries([0, 1, 2])])).toMatchObject({ verdict: 'bad', count: 1, of: 2, worst: 6 });
  });

  test('one that is told to send once is not', () => {
    expect(findingOf('layers', [tries([0, 0, 0])])).toMatchObject({ verdict: 'good', count: 0, of: 1 });
  });

  test('nobody counts', () => {
    expect(findingOf('layers', [retried(0, [500])]).verdict).toBe('no occasion');
  });
});

describe('many-attempts', () => {
  test('nine are many, eight are not', () => {
    const waits = (count: number) => Array.from({ length: count }, () => 100);
    expect(findingOf('many-attempts', [retried(0, waits(8)), retried(0, waits(7))])).toMatchObject({
      verdict: 'bad',
      count: 1,
      of: 2,
      worst: 9,
    });
    expect(findingOf('many-attempts', [retried(0, waits(7))])).toMatchObject({ verdict: 'good', of: 1 });
  });
});

describe('held-in-backoff', () => {
  // Two slots. Four requests at 0: two are refused and wait 10 s for their next attempt.
  const refused = (at: number): Told => ({
    at: 0,
    sent: [
      { from: at, to: at + 1000, class: 'capacity' },
      { from: at + 11_000, to: at + 12_000, class: 'ok' },
    ],
    settled: at + 12_000,
  });
  const answered = (from: number): Told => ({ at: 0, sent: [{ from, to: from + 1000, class: 'ok' }], settled: from + 1000 });

  test('held: the others wait until the backoff is over', () => {
    // Two wait from 0 to 12 s; of these 24 s of two slots 20 s are backoff.
    const found = findingOf('held-in-backoff', [refused(0), refused(0), answered(12_000), answered(12_000)]);
    expect(found).toMatchObject({ verdict: 'bad', count: 20_000, of: 24_000, worst: 2 });
    expect(found.says).toBe('Slots are held in backoff, 83 % of the slot time while others wait; up to 2 at once');
    expect(found.example).toBe('at 1970-01-01 00:00:01.000 2 of 2 slots waited between two attempts, 2 requests waited for a slot');
  });

  test('free: the others come at once', () => {
    // Two wait from 0 to 1 s, then nobody.
    expect(findingOf('held-in-backoff', [refused(0), refused(0), answered(1000), answered(1000)])).toMatchObject({
      verdict: 'good',
      count: 0,
      of: 2000,
    });
  });

  test('each client has a limit of its own', () => {
    const scoped = (told: Told, scope: number): Told => ({ ...told, scope });
    const two = [0, 1].flatMap((scope) => [refused(0), refused(0), answered(12_000), answered(12_000)].map((told) => scoped(told, scope)));
    expect(findingOf('held-in-backoff', two)).toMatchObject({ verdict: 'bad', count: 40_000, of: 48_000, worst: 2 });
  });

  test('without a limit nothing waits', () => {
    expect(findingOf('held-in-backoff', [refused(0), answered(0)]).verdict).toBe('no occasion');
  });
});

describe('after-end', () => {
  test('an attempt that goes on, and one that begins', () => {
    const goesOn: Told = { at: 0, sent: [{ from: 0, to: 30_000, class: 'ok' }], settled: 10_000 };
    const begins: Told = {
      at: 0,
      sent: [
        { from: 0, to: 30, class: 'capacity' },
        { from: 15_000, to: 16_000, class: 'ok' },
      ],
      settled: 10_000,
    };
    const found = findingOf('after-end', [goesOn, begins, retried(0, [500])]);
    expect(found).toMatchObject({ verdict: 'bad', count: 2, of: 3, worst: 20_000 });
    expect(found.says).toBe('Work went on after its request was over, 2 of 3; the longest 20 s');
  });

  test('what stops with its request, or is sent without end and without an answer', () => {
    const stopped: Told = { at: 0, sent: [{ from: 0, to: 10_000 }], settled: 10_000 };
    expect(findingOf('after-end', [stopped])).toMatchObject({ verdict: 'good', count: 0, of: 1 });
    expect(findingOf('after-end', [{ at: 0, sent: [{ from: 0 }] }]).verdict).toBe('no occasion');
  });

  test('a request counts once, however often it is sent afterwards', () => {
    const again = [10_000, 20_000, 30_000].map((from) => ({ from, to: from + 30, class: 'capacity' as const }));
    expect(findingOf('after-end', [{ at: 0, sent: again, settled: 5000 }])).toMatchObject({ count: 1, of: 1 });
  });
});

test('in-flight: the most attempts at once, of all clients', () => {
  const sent = (from: number, to: number, scope: number): Told => ({ at: from, sent: [{ from, to, class: 'ok' }], settled: to, scope });
  const found = findingOf('in-flight', [sent(0, 3000, 0), sent(1000, 4000, 1), sent(2000, 5000, 2), sent(3000, 6000, 0)]);
  expect(found).toMatchObject({
    verdict: 'told',
    worst: 3,
    says: 'At most 3 attempts in flight at once',
    example: 'at 1970-01-01 00:00:02.000',
  });
});

test('replications are pooled: counts add up, the example is that of the worst', () => {
  const first = countsOf([retried(0, [500], { hintMs: 2000 })]);
  const second = countsOf([retried(0, [100, 2000], { hintMs: 2000 })]);
  const [found] = judgeConduct([first, second]);
  expect(found).toMatchObject({ finding: 'retry-after', count: 2, of: 3, worst: 1900 });
  expect(found?.example).toMatch(/again after 100 ms/);
});

test('without a request every finding is without an occasion, and says so', () => {
  const all = judgeConduct([countsOf([])]);
  expect(all.map(({ verdict }) => verdict)).toEqual(Object.keys(findings).map(() => 'no occasion'));
  for (const { says, example, advice } of all) {
    expect(says).toMatch(/\.$/);
    expect([example, advice]).toEqual([null, null]);
  }
});
