import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { check } from '../../harness/scenario/faults.ts';
import { define } from '../../sim/kernel/plugin.ts';
import { tagged } from '../../sim/kernel/tagged.ts';
import { count, duration, number, rate, share } from '../../sim/kernel/units.ts';

const exponential = define({
  name: 'exponential',
  summary: '',
  options: z.strictObject({ base: duration, factor: number(1).default(2) }),
  examples: [],
  create: () => 0,
});
const fixed = define({ name: 'fixed', summary: '', options: duration, examples: [], create: () => 0 });
const backoff = tagged('retry rule', { exponential, fixed }, { attempts: count(1).default(3), totalWait: duration.optional() });

const schema = z.strictObject({
  rate: rate.optional(),
  retry: backoff.optional(),
  limit: z.union([count(1), z.strictObject({ fixed: count(1), per: z.enum(['client', 'fleet']).default('client') })]).optional(),
  length: z.union([z.literal('unlimited'), count()]).optional(),
  size: z.union([duration, z.strictObject({ p50: duration, p99: duration })]).optional(),
  route: z.union([z.array(z.string()), z.strictObject({ ordered: z.array(z.string()).min(1) })]).optional(),
  quality: share.optional(),
  names: z.record(z.string(), z.strictObject({ slots: count(1) })).optional(),
  on: z.boolean().optional(),
});

function faultsIn(value: unknown): string[] {
  const result = check(schema, value);
  return 'faults' in result ? result.faults.map(({ path, at, message }) => `${path.join('.')} (${at}): ${message}`) : [];
}

describe('every fault once, at its place, in words', () => {
  test.each<[unknown, string[]]>([
    [{ rate: '7/s' }, []],
    [{ rate: 7 }, ['rate (value): expected a rate such as 8/s or 300/m, found 7 (the unit is missing: /s, /m or /h)']],
    [{ raet: '7/s' }, ['raet (key): unknown key raet; did you mean rate?']],
    [{ on: 'yes' }, ['on (value): expected true or false, found "yes"']],
    [{ quality: 2 }, ['quality (value): expected a share from 0 to 1, found 2']],
    // A tagged choice: the written tag's fault, and nothing of the others.
    [
      { retry: { exponential: { base: 1 } } },
      ['retry.exponential.base (value): expected a duration such as 250ms, 1.5s, 10m or 24h, found 1 (the unit is missing: ms, s, m or h)'],
    ],
    [{ retry: { exponentail: { base: '1s' } } }, ['retry.exponentail (key): unknown key exponentail; did you mean exponential?']],
    [{ retry: { attempts: 2 } }, ['retry (value): expected one retry rule of: exponential, fixed; found none']],
    [
      { retry: { exponential: { base: '1s' }, fixed: '2s' } },
      ['retry (value): expected exactly one retry rule, found 2: exponential, fixed'],
    ],
    [{ retry: { fixed: '2s', zzz: 1 } }, ['retry.zzz (key): unknown key zzz; known: exponential, fixed, attempts, totalWait']],
    // A misspelt required key is not missing as well, another one is.
    [{ retry: { exponential: { bsae: '1s' } } }, ['retry.exponential.bsae (key): unknown key bsae; did you mean base?']],
    [
      { retry: { exponential: { zzz: '1s' } } },
      [
        'retry.exponential.zzz (key): unknown key zzz; known: base, factor',
        'retry.exponential.base (value): expected a duration such as 250ms, 1.5s, 10m or 24h, found nothing',
      ],
    ],
    // A shorthand: only the branch of the written type speaks.
    [{ limit: 0 }, ['limit (value): expected a whole number from 1 up (50000, 50k or 1M), found 0']],
    [{ limit: { fixed: 5, per: 'clinet' } }, ['limit.per (value): expected one of client, fleet, found "clinet"; did you mean client?']],
    [{ limit: { fixed: 5, par: 'client' } }, ['limit.par (key): unknown key par; did you mean per?']],
    [{ limit: [5] }, ['limit (value): expected a whole number from 1 up (50000, 50k or 1M) or a map of keys, found a list']],
    [
      { length: 'unlimted' },
      ['length (value): expected unlimited or a whole number from 0 up (50000, 50k or 1M), found "unlimted"; did you mean unlimited?'],
    ],
    [
      { size: 5 },
      ['size (value): expected a duration such as 250ms, 1.5s, 10m or 24h or a map of keys, found 5 (the unit is missing: ms, s, m or h)'],
    ],
    [
      { size: { p50: '1s', p99: 4 } },
      ['size.p99 (value): expected a duration such as 250ms, 1.5s, 10m or 24h, found 4 (the unit is missing: ms, s, m or h)'],
    ],
    [{ route: { ordered: [] } }, ['route.ordered (value): expected at least 1 entry, found 0']],
    [{ route: ['a', 3] }, ['route.1 (value): expected text, found 3']],
    [
      { names: { a: { slots: 1 }, b: { slots: -1, slot: 2 } } },
      [
        'names.b.slot (key): unknown key slot; did you mean slots?',
        'names.b.slots (value): expected a whole number from 1 up (50000, 50k or 1M), found -1',
      ],
    ],
    [null, [' (value): expected a map of keys, found nothing']],
    [[], [' (value): expected a map of keys, found a list']],
    [{ limit: null }, ['limit (value): expected a whole number from 1 up (50000, 50k or 1M) or a map of keys, found nothing']],
  ])('%j', (value, expected) => {
    expect(faultsIn(value)).toEqual(expected);
  });

  test('faults in several places are all reported', () => {
    expect(faultsIn({ rate: 7, retry: { fixed: 2, attmepts: 1 }, limit: { fixed: 'x', per: 'y' }, on: 1 })).toHaveLength(6);
  });
});
