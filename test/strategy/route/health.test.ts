import { describe, expect, test } from 'vitest';
import { type HealthOptions, health } from '../../../harness/strategy/route/health.ts';
import { ended, firstOf } from './asked.ts';

const two = (options: HealthOptions = {}) => health.create({ decay: 10_000, ...options }, { targets: ['a', 'b'] });

describe('the score', () => {
  test.each([
    // By the formula: (1 + ok) / (1 + ok + failed), below 0.5 from one failure more than successes + 1.
    ['one failure: 1/2', 0, 1, 0],
    ['two failures: 1/3', 0, 2, 1],
    ['ten successes and eleven failures: 11/22', 10, 11, 0],
    ['ten successes and twelve failures: 11/23', 10, 12, 1],
  ])('%s', (_, ok, failed, position) => {
    const route = two();
    for (let i = 0; i < ok; i++) ended(route, 0, 1000, 'ok');
    for (let i = 0; i < failed; i++) ended(route, 0, 1000, 'capacity');
    expect(firstOf(route, { nowMs: 1000 })?.position).toBe(position);
  });

  test('what says nothing about the target changes nothing', () => {
    const route = two();
    for (let i = 0; i < 9; i++) ended(route, 0, 1000, 'client_error');
    expect(firstOf(route, { nowMs: 1000 })?.position).toBe(0);
  });

  test('eight failures are one after three half-lives: well again without news', () => {
    const route = two();
    for (let i = 0; i < 8; i++) ended(route, 0, 0, 'capacity');
    expect([29_900, 30_100].map((nowMs) => firstOf(route, { nowMs })?.position)).toEqual([1, 0]);
  });

  test.each([
    // b takes 1 s. Successes of a at 3 s count fully, at 12 s a quarter: (1 + 20/4)/(1 + 20) = 0.29.
    [3000, 0],
    [12_000, 1],
  ])('successes of %i ms beside one of 1 s', (durationMs, position) => {
    const route = two();
    for (let i = 0; i < 20; i++) ended(route, 1, 20_000, 'ok');
    for (let i = 0; i < 20; i++) ended(route, 0, 20_000, 'ok', durationMs);
    expect(firstOf(route, { nowMs: 20_000 })?.position).toBe(position);
  });

  test('a failure is slow however fast it is', () => {
    const route = two();
    for (let i = 0; i < 20; i++) {
      ended(route, 1, 20_000, 'ok', 800);
      ended(route, 0, 20_000, 'capacity', 5);
    }
    expect(firstOf(route, { nowMs: 20_000 })?.position).toBe(1);
  });
});

describe('probes', () => {
  const unwell = (options: HealthOptions, ...positions: number[]) => {
    const route = health.create({ decay: 10_000, ...options }, { targets: ['a', 'b', 'c'] });
    for (const position of positions) for (let i = 0; i < 4; i++) ended(route, position, 0, 'capacity');
    return route;
  };

  test('go first to the one that is unwell, for the share of requests that is asked for', () => {
    const route = unwell({ probe: 0.1 }, 0);
    const first = Array.from({ length: 1000 }, (_, i) => firstOf(route, { uniform: (i + 0.5) / 1000 })?.position);
    expect([0, 1, 2].map((position) => first.filter((each) => each === position).length)).toEqual([100, 900, 0]);
  });

  test('are shared by those that are unwell', () => {
    const route = unwell({ probe: 0.1 }, 0, 1);
    const first = Array.from({ length: 1000 }, (_, i) => firstOf(route, { uniform: (i + 0.5) / 1000 })?.position);
    expect([0, 1, 2].map((position) => first.filter((each) => each === position).length)).toEqual([50, 50, 900]);
  });

  test('of none are none', () => {
    expect(firstOf(unwell({ probe: 0 }, 0), { uniform: 1e-9 })?.position).toBe(1);
  });

  test('are not retried before the others were tried', () => {
    const route = unwell({ probe: 0.1 }, 0);
    const past = { open: [true, true, true], moveOn: true, nowMs: 0, uniform: 0.01 };
    expect(route.next({ ...past, sends: [1, 0, 0], last: 0 })).toEqual({ position: 1, wait: false });
    // One that is well is, as down any list.
    expect(route.next({ ...past, sends: [1, 1, 0], last: 1 })).toEqual({ position: 1, wait: true });
  });
});

test('all unwell: the best first', () => {
  const route = two();
  for (let i = 0; i < 9; i++) ended(route, 0, 0, 'capacity');
  for (let i = 0; i < 5; i++) ended(route, 1, 0, 'capacity');
  expect(firstOf(route)?.position).toBe(1);
});
