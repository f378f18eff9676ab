import { describe, expect, it } from 'vitest';
import { LiveClock } from '../../harness/run/live/live-clock.ts';
import { machineMs, SharedStart, scaledTime } from '../../harness/run/live/scaled-time.ts';
import { after as later } from '../../sim/kernel/clock.ts';
import { FakeTime } from '../server/fake-time.ts';

describe('time that two threads share', () => {
  it('stands at 0 until it begins, then passes as many times as fast as it should', async () => {
    const start = new SharedStart();
    const time = scaledTime(50, () => start.startMs);
    expect([time.nowMs(), new SharedStart(start.buffer).startMs]).toEqual([0, Number.POSITIVE_INFINITY]);
    start.begin(machineMs() + 30);
    expect(time.nowMs()).toBe(0);
    expect(new SharedStart(start.buffer).startMs).toBe(start.startMs);
    await new Promise<void>((resolve) => time.wait(1000, resolve));
    // Ms of the machine since the beginning, 50 times as fast; a timer may be early by a fraction of one.
    expect(time.nowMs()).toBeGreaterThan(900);
    expect(Math.abs(time.nowMs() - 50 * (machineMs() - start.startMs))).toBeLessThan(50);
  });

  it('is waited for from before its beginning', async () => {
    const start = new SharedStart();
    const time = scaledTime(10, () => start.startMs);
    const clock = new LiveClock(time, () => {});
    const rung = new Promise<number>((resolve) => later(clock, 200_000, () => resolve(clock.now())));
    start.begin(machineMs() + 20);
    expect(await rung).toBeGreaterThanOrEqual(200_000);
  });

  it('lets nothing happen before its beginning, not even what is due at 0', async () => {
    const start = new SharedStart();
    let rung = false;
    scaledTime(10, () => start.startMs).wait(0, () => {
      rung = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(rung).toBe(false);
    start.begin(machineMs());
    while (!rung) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('may be slow: a wait that no timer holds is none that ends at once', async () => {
    let rung = false;
    const stop = scaledTime(0.001, () => 0).wait(1e9, () => {
      rung = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    stop();
    expect(rung).toBe(false);
  });
});

describe('the clock of a live run', () => {
  it('hands on the first error of an event, and nothing happens after it', async () => {
    const time = new FakeTime();
    const errors: unknown[] = [];
    const clock = new LiveClock(time, (error) => errors.push(error));
    const log: string[] = [];
    later(clock, 1000, () => {
      throw new Error('broken');
    });
    later(clock, 2000, () => log.push('never'));
    await time.pass(5);
    clock.event(() => log.push('never'));
    expect([errors.map(String), log, clock.armed, clock.now()]).toEqual([['Error: broken'], [], 0, 1000]);
  });

  it('closed at a later instant shows that one', () => {
    const clock = new LiveClock(new FakeTime(), () => {});
    clock.close(5_000_000);
    expect(clock.now()).toBe(5_000_000);
  });
});
