import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { count, positiveRate } from '../../../sim/kernel/units.ts';
import type { Pace, PaceAsk } from './pace.ts';

export interface TokenBucketOptions {
  /** Per second. */
  readonly requests?: number | undefined;
  readonly burst: number;
  /** Per second. */
  readonly tokens?: number | undefined;
  readonly tokenBurst: number;
}

/** A rate of requests, of tokens, or of both. */
export const tokenBucket = define<TokenBucketOptions, Pace>({
  name: 'token-bucket',
  summary: 'a rate of requests, of tokens, or of both, each with what may go at once; whoever comes later waits in turn',
  formula:
    'each bucket gains rate · Δt up to its burst B; an attempt of cost c (1 request; its input and most output tokens) goes after those who reserved before it, as soon as every bucket holds min(c, B), (min(c, B) − level) / rate later, and takes c. A place that is given back goes to the next attempt that is no larger. Source: J. Turner, "New directions in communications", IEEE Communications Magazine, 1986; reservations as in Guava, RateLimiter.',
  options: z
    .strictObject({
      requests: positiveRate
        .optional()
        .describe('Attempts')
        .meta({ examples: ['90/m'] }),
      burst: count(1)
        .default(1)
        .describe('Attempts that may go at once after a quiet time')
        .meta({ examples: [15] }),
      tokens: positiveRate
        .optional()
        .describe('Tokens, input and the most output together')
        .meta({ examples: ['300000/m'] }),
      tokenBurst: count(1)
        .default(1)
        .describe('Tokens that may go at once after a quiet time; one attempt may always go, and the next one waits for it')
        .meta({ examples: ['50k'] }),
    })
    .check((context) => {
      if (context.value.requests !== undefined || context.value.tokens !== undefined) return;
      context.issues.push({ code: 'custom', input: context.value, message: 'expected requests, tokens, or both' });
    })
    .describe('At most so many attempts and tokens in a time')
    .meta({ examples: [{ requests: '90/m', burst: 15 }] }),
  examples: [
    [
      { requests: '90/m', tokens: '6000/m' },
      { requests: '80/m', tokens: '6000/m' },
    ],
    [
      { requests: '90/m', burst: 1 },
      { requests: '90/m', burst: 15 },
    ],
    [{ tokens: '6000/m' }, { tokens: '9000/m' }],
    [
      { tokens: '6000/m', tokenBurst: 1 },
      { tokens: '6000/m', tokenBurst: 2000 },
    ],
  ],
  create: (options) => create(options),
});

/** What a bucket gains in a microsecond is a whole number of these where its rate a minute is whole: then sums are exact. */
const units = 60_000_000;

interface Rate {
  /** Units. */
  readonly size: number;
  readonly perMicro: number;
  readonly cost: (ask: PaceAsk) => number;
}

/** The levels of all buckets, in units, right after the last attempt went. */
interface Levels {
  readonly at: number;
  readonly level: readonly number[];
}

interface Place {
  readonly at: number;
  readonly tokens: number;
  readonly before: Levels;
  /** Undefined: given back, and to be had. */
  holder: PaceAsk | undefined;
}

function create({ requests, burst, tokens, tokenBurst }: TokenBucketOptions): Pace {
  const rates: Rate[] = [];
  if (requests !== undefined) rates.push({ size: burst * units, perMicro: requests * 60, cost: () => units });
  if (tokens !== undefined) rates.push({ size: tokenBurst * units, perMicro: tokens * 60, cost: (ask) => ask.tokens * units });
  let last: Levels = { at: 0, level: rates.map(({ size }) => size) };
  /** Of those who wait, in the order in which they go. */
  let places: Place[] = [];
  let vacant = 0;

  function levelAt(at: number, index: number): number {
    const { size, perMicro } = rates[index] as Rate;
    return Math.min(size, (last.level[index] as number) + (at - last.at) * perMicro);
  }

  function pass(now: number): void {
    if (places.length === 0 || (places[0] as Place).at > now) return;
    places = places.filter(({ at }) => at > now);
    vacant = places.reduce((sum, { holder }) => sum + (holder === undefined ? 1 : 0), 0);
  }

  function append(now: number, ask: PaceAsk): number {
    const from = Math.max(now, last.at);
    const costs = rates.map(({ cost }) => cost(ask));
    let at = from;
    rates.forEach(({ size, perMicro }, index) => {
      const missing = Math.min(costs[index] as number, size) - levelAt(from, index);
      at = Math.max(at, from + Math.max(0, Math.ceil(missing / perMicro)));
    });
    const before = last;
    last = { at, level: costs.map((cost, index) => levelAt(at, index) - cost) };
    if (at > now) places.push({ at, tokens: ask.tokens, before, holder: ask });
    return at;
  }

  return {
    reserve(ask) {
      const now = Math.round(ask.nowMs * 1000);
      pass(now);
      const place = vacant === 0 ? undefined : places.find(({ holder, tokens }) => holder === undefined && tokens >= ask.tokens);
      if (place === undefined) return (append(now, ask) - now) / 1000;
      place.holder = ask;
      vacant -= 1;
      return (place.at - now) / 1000;
    },
    release(ask) {
      const place = places.findLast(({ holder }) => holder === ask);
      if (place === undefined) return;
      place.holder = undefined;
      vacant += 1;
      // The last places are as if they had never been taken; one before others is there for whoever comes next.
      for (let end = places.at(-1); end !== undefined && end.holder === undefined; end = places.at(-1)) {
        places.pop();
        vacant -= 1;
        last = end.before;
      }
    },
    ended: () => {},
  };
}
