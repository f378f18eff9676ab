import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Backoff } from '../../harness/strategy/retry/retry.ts';
import { define, type Plugin } from '../../sim/kernel/plugin.ts';
import { duration } from '../../sim/kernel/units.ts';
import { broken, rules } from './broken.ts';

/** A sound plug-in, to plant faults in: base grows by itself up to a cap. */
interface Sound {
  readonly base: number;
  readonly cap: number;
}
const soundOptions = z.strictObject({ base: duration, cap: duration });
const sound = define<Sound, Backoff>({
  name: 'sound',
  summary: 'base times the attempt, at most the cap',
  options: soundOptions,
  examples: [
    [
      { base: '1s', cap: '8s' },
      { base: '2s', cap: '8s' },
    ],
    [
      { base: '1s', cap: '8s' },
      { base: '1s', cap: '4s' },
    ],
  ],
  create: ({ base, cap }) => ({ delayMs: ({ attempt }, uniform) => Math.min(cap, base * attempt * uniform) }),
});

const retry = (part: (options: Sound) => Backoff) => ({ ...sound, create: part });
const delay = (delayMs: (attempt: number, options: Sound, uniform: number) => number) =>
  retry((options) => ({ delayMs: ({ attempt }, uniform) => delayMs(attempt, options, uniform) }));

let shared = 0;

test('the sound one breaks no rule', () => expect(broken('retry', sound)).toEqual([]));

describe('retry rules with a fault', () => {
  test.each<[string, Plugin<unknown, Backoff, never>, string]>([
    ['a name with blanks', { ...sound, name: 'My Rule' }, rules.named],
    ['a summary of two lines', { ...sound, summary: 'one\ntwo' }, rules.named],
    ['options that let unknown keys pass', { ...sound, options: z.object({ base: duration, cap: duration }) }, rules.refuses],
    ['an example that its own options refuse', { ...sound, examples: [...sound.examples, [{ base: 1 }, { base: 2 }]] }, rules.refuses],
    ['no example of cap', { ...sound, examples: sound.examples.slice(0, 1) }, rules.shows],
    [
      'a pair that differs in two options',
      {
        ...sound,
        examples: [
          ...sound.examples,
          [
            { base: '1s', cap: '8s' },
            { base: '2s', cap: '9s' },
          ],
        ],
      },
      rules.shows,
    ],
    [
      'a pair of equals',
      {
        ...sound,
        examples: [
          ...sound.examples,
          [
            { base: '1s', cap: '8s' },
            { base: '1s', cap: '8s' },
          ],
        ],
      },
      rules.shows,
    ],
    ['an option that nothing reads', delay((attempt, { cap }) => Math.min(cap, 1000 * attempt)), rules.matters],
    ['a wait below 0', delay((attempt) => 1 - attempt), rules.keeps],
    ['a wait that is no number after 5,000 attempts', delay((attempt) => (attempt > 5000 ? Number.NaN : 1)), rules.keeps],
    ['a wait that overflows', delay((attempt, { base }) => base * Math.exp(attempt)), rules.keeps],
    ['a wait above the cap with rare luck', delay((_, { cap }, uniform) => (uniform > 0.9999999 ? cap + 1 : cap)), rules.keeps],
    [
      'the wait before kept in the part',
      retry(({ base, cap }) => {
        let before = base;
        return { delayMs: () => (before = Math.min(cap, before * 1.5)) };
      }),
      rules.keeps,
    ],
    ['luck of its own', retry(() => ({ delayMs: () => Math.random() })), rules.keeps],
    [
      'a count that all parts share',
      retry(({ base, cap }) => {
        shared += 1;
        const mine = shared;
        return { delayMs: ({ attempt }) => Math.min(cap, base * attempt) / mine };
      }),
      rules.repeats,
    ],
    [
      'options changed by the part',
      retry((options) => {
        (options as { base: number }).base = 1;
        return { delayMs: () => options.base };
      }),
      rules.keeps,
    ],
  ])('%s', (_, plugin, rule) => expect(broken('retry', plugin)).toContain(rule));
});
