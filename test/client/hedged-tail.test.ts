import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { HedgedTarget } from '../../harness/client/hedged-target.ts';
import { boundedHedge } from '../../harness/strategy/hedge/bounded.ts';
import { hedges } from '../../harness/strategy/hedge/registry.ts';
import { type Clock, eventClass, after as later } from '../../sim/kernel/clock.ts';
import { Luck } from '../../sim/kernel/random.ts';
import type { Send } from '../../sim/kernel/transport.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';
import { type RealTime, WallClock } from '../../sim/kernel/wall-clock.ts';

const vectors: {
  readonly fanOut: readonly { readonly slow: number; readonly leaves: number; readonly share: number }[];
  readonly bigTable: { readonly moreRequests: number };
} = JSON.parse(readFileSync(new URL('../strategy/hedge/vectors.json', import.meta.url), 'utf8'));

const luck = new Luck(3, 0).stream('leaves');
const whole = { how: 'reply', status: 200, afterTokens: 1, complete: true } as const;

/** Every send is answered after a time of its own, ms, whatever others of its attempt took. */
function leaves(clock: Clock, timeMs: (entity: number, send: number) => number): Send {
  return ({ request, number }, listener) => {
    const answer = later(
      clock,
      Math.round(timeMs(request.entity, number) * 1000),
      () => listener.end({ facts: whole, tokens: 1 }),
      eventClass.completion,
    );
    return {
      cancel: () => {
        clock.disarm(answer);
        return 0;
      },
    };
  };
}

interface Asked {
  readonly clock: Clock;
  readonly send: Send;
  readonly tag: keyof typeof hedges;
  readonly written: unknown;
}

/** Asks one leaf after the other; `done` hears each answer’s time, ms. */
function asking({ clock, send, tag, written }: Asked, attempts: number, done: (ms: number) => void) {
  const plugin = hedges[tag];
  const hedge = boundedHedge(plugin.create(plugin.options.parse(written) as never, undefined), { copies: 1, budget: 'unlimited' });
  const books = { copies: 0, lost: 0 };
  const at = new HedgedTarget({
    clock,
    target: 'leaf',
    send,
    hedge,
    classify: () => ({ class: 'ok', reason: 'answered' }),
    permits: undefined,
    pace: undefined,
    observer: { sent: () => (books.copies += 1), ended: () => (books.lost += 1) },
    crashed: undefined,
  });
  const ask = (entity: number): void => {
    if (entity === attempts) return;
    const sentAt = clock.now();
    const request = { entity, inputTokens: 1, outputTokens: 1, maxTokens: 1, stream: false };
    at.send(
      { request, target: 'leaf', number: 0 },
      {
        first: () => {},
        end: () => {
          done((clock.now() - sentAt) / 1000);
          later(clock, 0, () => ask(entity + 1));
        },
      },
    );
  };
  ask(0);
  return books;
}

function timesOf(timeMs: (entity: number, send: number) => number, tag: keyof typeof hedges, written: unknown, attempts: number) {
  const clock = new VirtualClock();
  const times: number[] = [];
  const books = asking({ clock, send: leaves(clock, timeMs), tag, written }, attempts, (ms) => times.push(ms));
  while (clock.step());
  expect(times).toHaveLength(attempts);
  expect(books.lost).toBe(books.copies);
  return { times, copies: books.copies };
}

/** Three standard errors of a share. */
const errors3 = (share: number, n: number): number => 3 * Math.sqrt((share * (1 - share)) / n);

test.each(vectors.fanOut)(
  'The tail at scale: with $slow of all answers slow, of those that wait for $leaves of them $share are',
  ({ slow, leaves: fan, share }) => {
    const requests = 2000;
    let late = 0;
    for (let request = 0; request < requests; request++) {
      let one = false;
      for (let leaf = 0; leaf < fan && !one; leaf++) one = luck.uniform(request, leaf) < slow;
      if (one) late += 1;
    }
    expect(Math.abs(late / requests - share)).toBeLessThanOrEqual(errors3(share, requests));
    expect(1 - (1 - slow) ** fan).toBeCloseTo(share, 12);
  },
);

/** Exponential times with a mean of 1 s, anew for every send. */
const exponential = (entity: number, send: number): number => -1000 * Math.log(luck.uniform(entity, 10_000 + send));

describe('a hedge over leaves whose answers are independent', () => {
  const attempts = 40_000;
  // P(T > 3 s) is 5 %: the 95th percentile is 1 s · ln 20.
  const p95 = 1000 * Math.log(20);

  it('after the 95th percentile: 5 % more sends, and the tail is the product of both', () => {
    const { times, copies } = timesOf(exponential, 'delay', `${p95.toFixed(3)}ms`, attempts);
    expect(Math.abs(copies / attempts - 0.05)).toBeLessThanOrEqual(errors3(0.05, attempts));
    for (const t of [3500, 4000, 5000]) {
      // The first send is later than t, and so is the copy that begins at the percentile.
      const share = Math.exp(-t / 1000) * Math.exp(-(t - p95) / 1000);
      const late = times.filter((ms) => ms > t).length / attempts;
      expect(Math.abs(late - share)).toBeLessThanOrEqual(errors3(share, attempts));
      expect(share).toBeLessThan(Math.exp(-t / 1000) / 1.6);
    }
  });

  it('by the percentile of recent answers as well, which is not taken in by the answers of copies', () => {
    const { copies } = timesOf(exponential, 'percentile', { p: 95, window: 1000 }, attempts);
    // The nearest rank of 1,000 leaves 50 of 1,001 beyond it in the mean.
    expect(Math.abs(copies / attempts - 0.05)).toBeLessThanOrEqual(0.005);
  });

  it('like BigTable’s: a hedge after 10 ms where 2 % of answers are slow costs 2 % and cuts the 99.9th percentile to the delay and one more answer', () => {
    const { moreRequests } = vectors.bigTable;
    const timeMs = (entity: number, send: number): number => (luck.uniform(entity, 20_000 + send) < moreRequests ? 1800 : 5);
    const plain = timesOf(timeMs, 'delay', '1h', attempts).times.toSorted((a, b) => a - b);
    const { times, copies } = timesOf(timeMs, 'delay', '10ms', attempts);
    const rank = Math.ceil(0.999 * attempts) - 1;
    expect([plain[rank], times.toSorted((a, b) => a - b)[rank]]).toEqual([1800, 15]);
    expect(Math.abs(copies / attempts - moreRequests)).toBeLessThanOrEqual(errors3(moreRequests, attempts));
  });
});

/** Real time by hand: every wait fires when it is due. */
class HandTime implements RealTime {
  ms = 0;
  #waits: { readonly at: number; readonly run: () => void }[] = [];

  nowMs(): number {
    return this.ms;
  }

  wait(ms: number, run: () => void): () => void {
    const wait = { at: this.ms + ms, run };
    this.#waits.push(wait);
    return () => {
      this.#waits = this.#waits.filter((one) => one !== wait);
    };
  }

  /** Lets the next wait fire; false when there is none. */
  next(): boolean {
    const [wait] = this.#waits.toSorted((a, b) => a.at - b.at);
    if (wait === undefined) return false;
    this.#waits = this.#waits.filter((one) => one !== wait);
    this.ms = wait.at;
    wait.run();
    return true;
  }
}

it('does the same in both clocks', () => {
  // Whole milliseconds, so that a wall clock need not round; some at the very instant of the hedge.
  const timeMs = (entity: number, send: number): number => 10 * Math.ceil(luck.uniform(entity, 30_000 + send) * 20);
  const virtual = timesOf(timeMs, 'delay', '100ms', 300);
  const time = new HandTime();
  const clock = new WallClock(time);
  const times: number[] = [];
  const books = asking({ clock, send: leaves(clock, timeMs), tag: 'delay', written: '100ms' }, 300, (ms) => times.push(ms));
  while (time.next());
  expect({ times, copies: books.copies }).toEqual(virtual);
  expect(virtual.copies).toBeGreaterThan(100);
});
