import { describe, expect, test } from 'vitest';
import { causeOf, type Moment } from '../../harness/alarm/cause.ts';

const moment = (share: number, more: Partial<Moment> = {}): Moment => ({ share, firstRefused: share, perSecond: 1, ...more });

test('no rise, no cause', () => expect(causeOf(moment(0.2), moment(0.2))).toBeUndefined());

describe('own retries', () => {
  test('are what is not there in the run without them', () => {
    const cause = causeOf(moment(0.1, { withoutRetries: 0.1 }), moment(0.5, { withoutRetries: 0.2 }));
    expect(cause?.parts).toEqual({ ownDemand: 0, otherTenants: 0.1, ownRetries: 0.3 });
    expect(cause).toMatchObject({ named: 'ownRetries', retriesBy: 'run without retries', before: 0.1, now: 0.5 });
  });

  test('are what first attempts do not show, where there is no such run', () => {
    const cause = causeOf(moment(0.1), moment(0.5, { firstRefused: 0.2 }));
    expect(cause).toMatchObject({ named: 'ownRetries', retriesBy: 'first attempts', parts: { ownRetries: 0.3 } });
  });

  test('are never less than nothing, nor more than the rise', () => {
    expect(causeOf(moment(0.1), moment(0.2, { firstRefused: 0.4 }))?.parts.ownRetries).toBe(0);
    expect(causeOf(moment(0.1), moment(0.2, { firstRefused: 0 }))?.parts).toEqual({ ownDemand: 0, otherTenants: 0, ownRetries: 0.1 });
  });
});

describe('demand and other tenants, where the load is known', () => {
  // One slot: Erlang B of a is a / (1 + a).
  const load = (own: number, others: number, slots = 1) => ({ load: { own, others, slots } });

  test('share the rise as Erlang’s formula says, each put back in both orders', () => {
    // B(2) = 2/3, B(1) = 1/2, B(0) = 0: own from 0 to 1 alone 1/2, on top of the others' 1/6; the same for the others.
    const cause = causeOf(moment(0, load(0, 0)), moment(2 / 3, load(1, 1)));
    expect(cause?.parts.ownDemand).toBeCloseTo(1 / 3, 5);
    expect(cause?.parts.otherTenants).toBeCloseTo(1 / 3, 5);
    expect(cause?.demandBy).toBe('load');
  });

  test('own demand alone, others alone, and slots that are gone', () => {
    expect(causeOf(moment(0.5, load(1, 0)), moment(0.75, load(3, 0)))?.named).toBe('ownDemand');
    expect(causeOf(moment(0.5, load(0, 1)), moment(0.75, load(0, 3)))?.named).toBe('otherTenants');
    // B of 1 Erlang on 2 slots is 1/5.
    expect(causeOf(moment(0.2, load(1, 0, 2)), moment(0.5, load(1, 0, 1)))?.parts).toEqual({
      ownDemand: 0,
      otherTenants: 0.3,
      ownRetries: 0,
    });
  });

  test('what no load explains is not one’s own', () => {
    // The formula makes 1/6 of the own rise; the other half of what happened came from elsewhere.
    const cause = causeOf(moment(1 / 2, load(1, 0)), moment(5 / 6, load(2, 0)));
    expect(cause?.parts.ownDemand).toBeCloseTo(1 / 6, 5);
    expect(cause?.parts.otherTenants).toBeCloseTo(1 / 6, 5);
  });
});

test.each([
  [1, 1, 0],
  [1, 1.2, 0.2],
  [1, 5, 1],
  [2, 1, 0],
  [0, 1, 1],
])('where it is not known, own requests that grow from %d to %d a second are a share of %d', (before, now, share) => {
  const cause = causeOf(moment(0, { perSecond: before }), moment(0.5, { perSecond: now }));
  expect(cause?.parts.ownDemand).toBeCloseTo(share * 0.5, 6);
  expect(cause?.demandBy).toBe('own requests');
});
