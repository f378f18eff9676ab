import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Explained, explained, lookNames, permille } from '../../reports/result/explained.ts';
import type { ReplicationFold } from '../../reports/result/fold.ts';
import { type FailureClass, requestClasses } from '../../reports/result/outcome.ts';
import { foldOf } from '../formats/sample.ts';

const classes = requestClasses.filter((name) => name !== 'ok');

/** A replication in which this failed. */
function failing(failures: Partial<Record<FailureClass, number>>, more: Partial<ReplicationFold> = {}): ReplicationFold {
  const [fold] = foldOf({ name: 'a', errorRate: 0 }, 1).replications;
  if (fold === undefined) throw new Error('no replication');
  return { ...fold, requests: { ...fold.requests, failures: { ...fold.requests.failures, ...failures } }, ...more };
}

describe('where to look', () => {
  test('nothing failed: nowhere', () => expect(explained([failing({})])).toBeNull());

  test.each([
    ['quota', 'error'],
    ['auth', 'error'],
    ['client_error', 'error'],
    ['malformed', 'error'],
    ['unknown', 'error'],
    ['rate_limited', 'concurrency'],
    ['client_resource', 'concurrency'],
    ['shed', 'concurrency'],
    ['cancelled', 'concurrency'],
    ['server_error', 'switchOrWait'],
    ['timeout', 'switchOrWait'],
    ['truncated', 'switchOrWait'],
    ['connection', 'switchOrWait'],
    ['exhausted', 'provider'],
  ] as const)('%s: %s', (name, look) => expect(explained([failing({ [name]: 3 })])?.[look]).toBe(1));

  test('capacity is divided as the slots were', () => {
    // 3 of 12 slots were our own: a quarter of 8 requests is 2.
    expect(explained([failing({ capacity: 8, auth: 2 }, { ownAtRefusal: 0.25 })])).toEqual({
      ...{ error: 0.2, concurrency: 0.2, switchOrWait: 0.6, provider: 0 },
    });
  });

  test('a deadline belongs to what took most of the time', () => {
    const patience = { queue: 5, wait: 3, attempt: 2 };
    expect(explained([failing({ deadline: 10 }, { patience })])).toEqual({ error: 0, concurrency: 0.5, switchOrWait: 0.3, provider: 0.2 });
  });

  test('results that do not hold the divisions: a switch or a wait', () => {
    expect(explained([failing({ deadline: 1, capacity: 1 })])?.switchOrWait).toBe(1);
  });

  test('replications count by what failed in them', () => {
    const folds = [failing({ capacity: 3 }, { ownAtRefusal: 1 }), failing({ capacity: 1 }, { ownAtRefusal: 0 })];
    expect(explained(folds)).toEqual({ error: 0, concurrency: 0.75, switchOrWait: 0.25, provider: 0 });
  });
});

test('whatever failed, the shares are together 1, and what is shown is together 100 %', () => {
  const counts = fc.record(Object.fromEntries(classes.map((name) => [name, fc.nat(10_000)])));
  fc.assert(
    fc.property(fc.array(fc.tuple(counts, fc.double({ min: 0, max: 1, noNaN: true })), { minLength: 1, maxLength: 4 }), (runs) => {
      const found = explained(runs.map(([failures, ownAtRefusal]) => failing(failures, { ownAtRefusal })));
      if (found === null) return;
      const sum = (of: Explained) => lookNames.reduce((total, name) => total + of[name], 0);
      expect(Math.abs(sum(found) - 1)).toBeLessThan(1e-5);
      expect(sum(permille(found))).toBe(1000);
      for (const name of lookNames) expect(Math.abs(permille(found)[name] - 1000 * found[name])).toBeLessThanOrEqual(1.01);
    }),
  );
});

test('thirds are shown as 33.4, 33.3 and 33.3 %', () => {
  expect(permille({ error: 0.333333, concurrency: 0.333333, switchOrWait: 0.333333, provider: 0 })).toEqual({
    ...{ error: 334, concurrency: 333, switchOrWait: 333, provider: 0 },
  });
});
