import { describe, expect, test } from 'vitest';
import { InputError } from '../../../sim/kernel/problem.ts';
import { arrivalsOf, timesOf } from './run-arrivals.ts';

const ms = 1000;
const s = 1_000_000;

describe('arrivals without luck come when they are said to', () => {
  test.each<[string, unknown, number, number[]]>([
    ['constant: 4/s is one every 250 ms, the first at 0', { constant: { rate: '4/s' } }, 3, [0, 250 * ms, 500 * ms]],
    ['constant: 3/s, each time rounded once', { constant: { rate: '3/s' } }, 4, [0, 333_333, 666_667, s]],
    ['constant: 90/m is 1.5/s', { constant: { rate: '90/m' } }, 4, [0, 666_667, 1_333_333, 2 * s]],
    ['burst: 2 every 1.5 s', { burst: { every: '1.5s', size: 2 } }, 5, [0, 0, 1500 * ms, 1500 * ms, 3 * s]],
    ['at: in order of time, whatever the order in the file', { at: ['100ms', '0ms', '2s', '100ms'] }, 9, [0, 100 * ms, 100 * ms, 2 * s]],
    ['at: a time of day', { at: ['00:30'] }, 9, [1800 * s]],
  ])('%s', (_, written, most, expected) => {
    expect(timesOf(written, { most })).toEqual(expected);
  });

  test('users and batches are handed on, a batch at a time of day', () => {
    expect(arrivalsOf({ users: { count: 50, think: '30s' } })).toEqual({ kind: 'users', count: 50, thinkMs: 30_000 });
    expect(arrivalsOf({ batch: { jobs: '5k', workers: 50 } })).toEqual({
      kind: 'batch',
      jobs: 5000,
      atMs: 0,
      workers: 50,
      crashesMs: [],
      restartMs: 10_000,
    });
    expect(arrivalsOf({ batch: { jobs: 10, at: '10:00' } })).toEqual({
      kind: 'batch',
      jobs: 10,
      atMs: 36_000_000,
      workers: 10,
      crashesMs: [],
      restartMs: 10_000,
    });
  });

  test('nothing arrives before the start', () => {
    const early = { at: ['1s', '2026-03-01T10:00'] };
    expect(() => timesOf(early)).toThrow(InputError);
    expect(() => timesOf(early)).toThrow('workload.arrivals.at.1: expected a time at or after the start of the run');
    expect(() => arrivalsOf({ batch: { jobs: 1, at: '2026-03-01T10:00' } })).toThrow('workload.arrivals.batch.at');
  });
});
