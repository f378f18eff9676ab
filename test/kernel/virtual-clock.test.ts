import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EventClass, eventClass, after as fireAfter, Timer } from '../../sim/kernel/clock.ts';
import { longestChain, VirtualClock } from '../../sim/kernel/virtual-clock.ts';

class Named extends Timer {
  readonly name: string;
  readonly #fired: (timer: Named) => void;
  constructor(name: string, fired: (timer: Named) => void) {
    super();
    this.name = name;
    this.#fired = fired;
  }
  fire(): void {
    this.#fired(this);
  }
}

/** A clock and what fired on it: `name@time`. */
function logged() {
  const clock = new VirtualClock();
  const log: string[] = [];
  const timer = (name: string): Named => new Named(name, () => log.push(`${name}@${clock.now()}`));
  const drain = (): string[] => {
    while (clock.step());
    return log;
  };
  return { clock, log, timer, drain };
}

describe('events of a virtual clock', () => {
  it('come in order of time, then of class, then as they were armed', () => {
    const { clock, timer, drain } = logged();
    const armed: [string, number, EventClass][] = [
      ['late', 20, eventClass.capacity],
      ['arrival', 10, eventClass.arrival],
      ['tenants', 10, eventClass.tenants],
      ['grant', 10, eventClass.grant],
      ['hedge', 10, eventClass.hedge],
      ['time-out a', 10, eventClass.timeout],
      ['time-out b', 10, eventClass.timeout],
      ['completion', 10, eventClass.completion],
      ['slots', 10, eventClass.capacity],
      ['early', 5, eventClass.arrival],
    ];
    for (const [name, at, order] of armed) clock.arm(timer(name), at, order);
    expect(drain()).toEqual([
      'early@5',
      'slots@10',
      'completion@10',
      'time-out a@10',
      'time-out b@10',
      'hedge@10',
      'grant@10',
      'tenants@10',
      'arrival@10',
      'late@20',
    ]);
  });

  it('armed anew in place fire once, at the new time, behind those that were armed before', () => {
    const { clock, timer, drain } = logged();
    const moved = timer('moved');
    clock.arm(moved, 5, eventClass.timeout);
    clock.arm(timer('other'), 10, eventClass.timeout);
    clock.arm(moved, 10, eventClass.timeout);
    expect(drain()).toEqual(['other@10', 'moved@10']);
  });

  it('disarmed do not fire, and know it', () => {
    const { clock, timer, drain } = logged();
    const [a, b] = [timer('a'), timer('b')];
    clock.arm(a, 5, eventClass.timeout);
    clock.arm(b, 5, eventClass.timeout);
    expect(a.armed).toBe(true);
    clock.disarm(a);
    clock.disarm(a);
    expect(a.armed).toBe(false);
    expect(drain()).toEqual(['b@5']);
    expect(b.armed).toBe(false);
  });

  it('armed for the past fire now; time never goes back', () => {
    const { clock, timer, drain } = logged();
    clock.runUntil(100);
    clock.arm(timer('past'), 40, eventClass.arrival);
    clock.arm(timer('now'), 100, eventClass.completion);
    expect(drain()).toEqual(['now@100', 'past@100']);
  });

  it('armed for now by an event still come at this instant, in their class', () => {
    const { clock, log, timer, drain } = logged();
    clock.arm(timer('arrival'), 10, eventClass.arrival);
    fireAfter(clock, 10, () => clock.arm(timer('freed'), 10, eventClass.completion), eventClass.completion);
    fireAfter(clock, 10, () => log.push(`grant@${clock.now()}`), eventClass.grant);
    expect(drain()).toEqual(['freed@10', 'grant@10', 'arrival@10']);
  });

  it('are not armed while they fire, so that they can arm themselves', () => {
    const clock = new VirtualClock();
    const times: number[] = [];
    const tick = new Named('tick', (self) => {
      expect(self.armed).toBe(false);
      times.push(clock.now());
      if (times.length < 3) clock.arm(self, clock.now() + 7, eventClass.arrival);
    });
    clock.arm(tick, 7, eventClass.arrival);
    while (clock.step());
    expect(times).toEqual([7, 14, 21]);
  });

  it('are counted, and told before they come', () => {
    const { clock, timer } = logged();
    expect(clock.nextAt).toBeUndefined();
    expect(clock.step()).toBe(false);
    clock.arm(timer('a'), 30, eventClass.arrival);
    clock.arm(timer('b'), 20, eventClass.arrival);
    expect(clock.nextAt).toBe(20);
    clock.step();
    expect([clock.nextAt, clock.now(), clock.fired]).toEqual([30, 20, 1]);
  });
});

describe('runUntil', () => {
  it.each([
    // until, what fired, where the clock stands then
    [9, [], 9],
    [10, ['a@10'], 10],
    [11, ['a@10'], 11],
    [20, ['a@10', 'b@20'], 20],
  ])('fires everything up to and including %d', (until, fired, now) => {
    const { clock, log, timer } = logged();
    clock.arm(timer('a'), 10, eventClass.arrival);
    clock.arm(timer('b'), 20, eventClass.arrival);
    clock.runUntil(until);
    expect(log).toEqual(fired);
    expect(clock.now()).toBe(now);
  });

  it('does not go back', () => {
    const { clock } = logged();
    clock.runUntil(50);
    clock.runUntil(20);
    expect(clock.now()).toBe(50);
  });
});

describe('livelock', () => {
  /** Arms itself for now as long as `more` says so. */
  function chain(clock: VirtualClock, more: () => boolean, pause = 0): Named {
    return new Named('chain', (self) => {
      if (more()) clock.arm(self, clock.now() + pause, eventClass.arrival);
    });
  }

  it('is a chain of more than 10,000 events at one instant, each armed by the one before', () => {
    const clock = new VirtualClock();
    clock.arm(
      chain(clock, () => true),
      3_000_000,
      eventClass.arrival,
    );
    expect(() => {
      while (clock.step());
    }).toThrow(expect.objectContaining({ code: 'livelock', message: expect.stringContaining('3 s') }));
    expect(clock.fired).toBe(longestChain + 1);
  });

  it('is not 10,000 of them', () => {
    const clock = new VirtualClock();
    let left = longestChain;
    clock.arm(
      chain(clock, () => left-- > 0),
      5,
      eventClass.arrival,
    );
    while (clock.step());
    expect(clock.fired).toBe(longestChain + 1);
  });

  it('is not any number of independent events at one instant', () => {
    const { clock, timer, drain } = logged();
    for (let i = 0; i < 3 * longestChain; i++) clock.arm(timer('a'), 5, eventClass.arrival);
    expect(drain()).toHaveLength(3 * longestChain);
  });

  it('is not a chain through which time passes', () => {
    const clock = new VirtualClock();
    let left = 3 * longestChain;
    clock.arm(
      chain(clock, () => left-- > 0, 1),
      5,
      eventClass.arrival,
    );
    while (clock.step());
    expect(clock.now()).toBe(5 + 3 * longestChain);
  });
});

/** The same contract over an unsorted list that is searched anew every time. */
class NaiveClock {
  time = 0;
  #count = 0;
  readonly #armed = new Map<number, { at: number; order: number; count: number }>();

  arm(id: number, at: number, order: number): void {
    this.#armed.set(id, { at: Math.max(at, this.time), order, count: this.#count++ });
  }

  disarm(id: number): void {
    this.#armed.delete(id);
  }

  next(): number | undefined {
    const [first] = [...this.#armed].sort(([, a], [, b]) => a.at - b.at || a.order - b.order || a.count - b.count);
    if (first === undefined) return undefined;
    this.#armed.delete(first[0]);
    this.time = first[1].at;
    return first[0];
  }
}

describe('against a list that is sorted at every step', () => {
  const timers = 12;
  const id = fc.nat(timers - 1);
  const arming = fc.record({ id, delay: fc.integer({ min: -3, max: 6 }), order: fc.nat(6) });
  /** What happens from outside: arm, disarm, or let the next event fire. */
  const command = fc.oneof(
    { weight: 4, arbitrary: arming.map((arm) => ({ arm })) },
    { weight: 1, arbitrary: id.map((disarm) => ({ disarm })) },
    { weight: 3, arbitrary: fc.constant('step' as const) },
  );
  /** What the k-th event of all does itself when it fires. */
  const reaction = fc.option(
    fc.oneof(
      arming.map((arm) => ({ arm })),
      id.map((disarm) => ({ disarm })),
    ),
    { freq: 3 },
  );

  it('fires the same timers at the same times, whatever is armed, moved and disarmed', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 80 }), fc.array(reaction, { maxLength: 40 }), (commands, reactions) => {
        const clock = new VirtualClock();
        const naive = new NaiveClock();
        const log: string[] = [];
        const expected: string[] = [];
        const real = Array.from({ length: timers }, (_, i) => new Named(String(i), () => fired(i)));
        const doIt = (what: Exclude<(typeof reactions)[number], null>): void => {
          if ('arm' in what) {
            clock.arm(real[what.arm.id] as Named, clock.now() + what.arm.delay, what.arm.order as EventClass);
            naive.arm(what.arm.id, naive.time + what.arm.delay, what.arm.order);
          } else {
            clock.disarm(real[what.disarm] as Named);
            naive.disarm(what.disarm);
          }
        };
        function fired(i: number): void {
          log.push(`${i}@${clock.now()}`);
          const reaction = reactions[log.length - 1];
          if (reaction !== undefined && reaction !== null) doIt(reaction);
        }
        const step = (): boolean => {
          const next = naive.next();
          if (next !== undefined) expected.push(`${next}@${naive.time}`);
          return clock.step();
        };
        for (const one of commands) {
          if (one === 'step') step();
          else doIt(one);
        }
        while (step());
        expect(log).toEqual(expected);
        expect(naive.next()).toBeUndefined();
      }),
      { numRuns: 1500, seed: 20261129 },
    );
  });
});
