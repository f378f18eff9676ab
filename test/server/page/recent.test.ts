import { describe, expect, test } from 'vitest';
import { earlier, Recent, type Snapshot } from '../../../sim/server/page/recent.ts';
import { snapshot } from './snapshot.ts';

const second = (at: number) => snapshot({ atMs: at * 1000 });
const seconds = (snapshots: readonly Snapshot[]) => snapshots.map(({ atMs }) => atMs / 1000);

describe('the recent past', () => {
  test('is a minute long, and as much longer as the last snapshot before it', () => {
    const recent = new Recent();
    for (let at = 0; at <= 200; at++) recent.add(second(at));
    expect(seconds(recent.comparable(second(200)))).toEqual(Array.from({ length: 61 }, (_, i) => 140 + i));
  });

  test('holds a whole minute where snapshots come late', () => {
    const recent = new Recent();
    for (const at of [0, 50, 100, 115, 130]) recent.add(second(at));
    const all = recent.comparable(second(130));
    expect(seconds(all)).toEqual([50, 100, 115, 130]);
    expect(earlier(all, second(130), 60_000).atMs).toBe(50_000);
  });

  test('begins anew with a reset', () => {
    const recent = new Recent();
    const next = {};
    recent.add(second(10));
    expect(recent.comparable(snapshot({ atMs: 10_500, life: next }))).toEqual([]);
    recent.add(snapshot({ atMs: 11_000, life: next }));
    expect(seconds(recent.comparable(snapshot({ atMs: 11_500, life: next })))).toEqual([11]);
    expect(recent.comparable(second(12))).toEqual([]);
  });

  test('earlier: the last snapshot that is old enough, else the oldest, else the present', () => {
    const past = [second(0), second(4), second(9)];
    expect(earlier(past, second(10), 5000).atMs).toBe(4000);
    expect(earlier(past, second(10), 60_000).atMs).toBe(0);
    expect(earlier([], second(10), 5000).atMs).toBe(10_000);
  });
});
