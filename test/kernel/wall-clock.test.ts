import { describe, expect, it } from 'vitest';
import { eventClass, after as fireAfter } from '../../sim/kernel/clock.ts';
import { type RealTime, WallClock } from '../../sim/kernel/wall-clock.ts';

/** Real time by hand: waits are listed, and fire when told, early if so wished. */
class FakeTime implements RealTime {
  ms = 1_000;
  readonly asked: number[] = [];
  readonly #waits: { at: number; run: () => void }[] = [];
  /** Each wait fires so much before it should. */
  readonly earlyMs: number;

  constructor(earlyMs = 0) {
    this.earlyMs = earlyMs;
  }

  nowMs(): number {
    return this.ms;
  }

  wait(ms: number, run: () => void): () => void {
    this.asked.push(ms);
    const wait = { at: this.ms + ms - (ms > this.earlyMs ? this.earlyMs : 0), run };
    this.#waits.push(wait);
    return () => {
      const place = this.#waits.indexOf(wait);
      if (place >= 0) this.#waits.splice(place, 1);
    };
  }

  get open(): number {
    return this.#waits.length;
  }

  /** Lets time pass, and what is due fire. */
  pass(ms: number): void {
    const until = this.ms + ms;
    for (;;) {
      const next = this.#waits.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > until) break;
      this.#waits.splice(this.#waits.indexOf(next), 1);
      this.ms = Math.max(this.ms, next.at);
      next.run();
    }
    this.ms = until;
  }
}

describe('a wall clock', () => {
  it('starts at 0 and counts whole microseconds', () => {
    const time = new FakeTime();
    const clock = new WallClock(time);
    expect(clock.now()).toBe(0);
    time.ms += 1.2345;
    expect(clock.now()).toBe(1234);
  });

  it.each([
    // microseconds to wait, milliseconds asked for
    [0, 0],
    [1, 1],
    [999, 1],
    [1000, 1],
    [1001, 2],
    [2_500_000, 2500],
    [-5000, 0],
  ])('asks for a wait of %d µs as %d ms: never too short', (delay, asked) => {
    const time = new FakeTime();
    const clock = new WallClock(time);
    fireAfter(clock, delay, () => {});
    expect(time.asked).toEqual([asked]);
  });

  it('waits on when the runtime fires early', () => {
    const time = new FakeTime(0.4);
    const clock = new WallClock(time);
    const fired: number[] = [];
    fireAfter(clock, 10_000, () => fired.push(clock.now()));
    time.pass(9.9);
    expect(fired).toEqual([]);
    time.pass(5);
    // 9.6 ms: 0.4 ms are missing, asked for as 1 ms; that one comes early too, at 10.2 ms.
    expect(time.asked).toEqual([10, 1]);
    expect(fired).toEqual([10_200]);
  });

  it('cuts waits above 2^31 − 1 ms into pieces', () => {
    const time = new FakeTime();
    const clock = new WallClock(time);
    const longest = 2_147_483_647;
    const fired: number[] = [];
    const timer = fireAfter(clock, (2 * longest + 5) * 1000, () => fired.push(clock.now()));
    time.pass(longest);
    expect(fired).toEqual([]);
    expect(timer.armed).toBe(true);
    time.pass(longest + 4);
    expect(fired).toEqual([]);
    time.pass(1);
    expect(time.asked).toEqual([longest, longest, 5]);
    expect(fired).toEqual([(2 * longest + 5) * 1000]);
    expect(timer.armed).toBe(false);
  });

  it('never fires a timer without end, and leaves nothing of it when it is disarmed', () => {
    const time = new FakeTime();
    const clock = new WallClock(time);
    const timer = fireAfter(clock, Number.POSITIVE_INFINITY, () => expect.unreachable());
    time.pass(1e11);
    clock.disarm(timer);
    expect([time.open, timer.armed]).toEqual([0, false]);
  });

  it('moves an armed timer in place and disarms at once', () => {
    const time = new FakeTime();
    const clock = new WallClock(time);
    const fired: number[] = [];
    const timer = fireAfter(clock, 5000, () => fired.push(clock.now()));
    clock.arm(timer, 8000, eventClass.timeout);
    expect(time.open).toBe(1);
    time.pass(7);
    expect(fired).toEqual([]);
    time.pass(1);
    expect(fired).toEqual([8000]);
    clock.arm(timer, 20_000, eventClass.timeout);
    clock.disarm(timer);
    time.pass(100);
    expect(fired).toEqual([8000]);
    expect(time.open).toBe(0);
  });
});

describe('one event, one instant', () => {
  it('while a timer fires, however long that takes', () => {
    const time = new FakeTime();
    const clock = new WallClock(time);
    const seen: number[] = [];
    const look = () => {
      seen.push(clock.now());
      time.ms += 5;
      seen.push(clock.now());
    };
    fireAfter(clock, 2000, look, eventClass.arrival);
    time.pass(10);
    expect([seen, clock.now()]).toEqual([[2000, 2000], 10_000]);
  });

  it('while something runs that came from outside, also when that is within another event, or throws', () => {
    const time = new FakeTime();
    const clock = new WallClock(time);
    const seen = clock.event(() => {
      time.ms += 3;
      return clock.event(() => clock.now());
    });
    expect([seen, clock.now()]).toEqual([0, 3000]);
    const failing = () =>
      clock.event(() => {
        time.ms += 1;
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect(clock.now()).toBe(4000);
  });

  it('waits are measured from real time, not from the event that asks for them', () => {
    const time = new FakeTime();
    const clock = new WallClock(time);
    clock.event(() => {
      time.ms += 3;
      fireAfter(clock, 10_000, () => {}, eventClass.arrival);
    });
    expect(time.asked).toEqual([7]);
  });
});

describe('a wall clock that begins in the midst of its time', () => {
  it('counts from there', () => {
    const time = new FakeTime();
    const clock = new WallClock(time, 54_000_000_000);
    const seen: number[] = [];
    fireAfter(clock, 1000, () => seen.push(clock.now()), eventClass.arrival);
    time.pass(1);
    expect([time.asked, seen]).toEqual([[1], [54_000_001_000]]);
  });
});

it('a wall clock that is stopped fires nothing more', () => {
  const time = new FakeTime();
  const clock = new WallClock(time);
  const timers = [1000, 2000].map((delay) =>
    fireAfter(
      clock,
      delay,
      () => {
        throw new Error('fired');
      },
      eventClass.arrival,
    ),
  );
  clock.stop();
  time.pass(10);
  expect([timers.map(({ armed }) => armed), time.open]).toEqual([[false, false], 0]);
});
