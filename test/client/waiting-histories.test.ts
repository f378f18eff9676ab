import { describe, expect, test } from 'vitest';
import { createDeferral } from '../../harness/client/deferral.ts';
import { Parking } from '../../harness/client/parking.ts';
import type { Settled } from '../../harness/client/settled.ts';
import { eventClass, after as later } from '../../sim/kernel/clock.ts';
import type { Effect } from '../../sim/kernel/process.ts';
import { Luck } from '../../sim/kernel/random.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';

/**
 * What holds requests back outside of limits and queues, on a grid of 100 ms, so that turns, patience, answers, aborts and
 * deadlines fall together all the time, and with clocks that jump.
 */
const histories = 10_000;
const tick = 100_000;
const luck = new Luck(23, 0).stream('waiting histories');

function drawer(history: number) {
  let draws = 0;
  const draw = (): number => luck.uniform(history, draws++);
  return { draw, upTo: (most: number): number => Math.floor(draw() * (most + 1)) };
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

function each(live: (history: number) => void): void {
  for (let history = 0; history < histories; history++) {
    try {
      live(history);
    } catch (error) {
      throw new Error(`history ${history}: ${String(error)}`);
    }
  }
}

describe('parking', () => {
  interface Guest {
    readonly place: number;
    readonly until: number;
    effect: Effect | undefined;
    turns: number;
    state: 'parked' | 'trying' | 'gone';
  }

  /** Guests who are parked, tried again, answered, fail again, lose their patience, or leave. Returns turns and departures. */
  function live(history: number): { readonly turns: number; readonly lostPatience: number } {
    const { draw, upTo } = drawer(history);
    const clock = new VirtualClock();
    const every = (1 + upTo(4)) * tick;
    const length = 1 + upTo(4);
    const parking = new Parking({ clock, length, every });
    const guests: Guest[] = [];
    const books = { turns: 0, lostPatience: 0 };
    const parked = (): readonly Guest[] => guests.filter(({ state }) => state === 'parked');
    const bounded = (): void => check(parking.waiting <= parked().length && parking.waiting >= 0, 'more wait than were parked');

    const park = (guest: Guest): void => {
      guest.state = 'parked';
      const effect = parking.wait(guest.place, guest.until - clock.now());
      guest.effect = effect;
      effect.start({
        resume: (again) => {
          check(guest.state === 'parked', 'one who does not wait is called');
          if (again !== true) {
            check(clock.now() === guest.until, 'patience ends at another time');
            books.lostPatience += 1;
            guest.state = 'gone';
            return;
          }
          check(clock.now() <= guest.until, 'called after its patience');
          guest.state = 'trying';
          guest.turns += 1;
          books.turns += 1;
          tried(guest);
        },
      } as Parameters<typeof effect.start>[0]);
      // Some callers leave, others reach a deadline.
      if (draw() < 0.2)
        later(
          clock,
          upTo(12) * tick,
          () => {
            // Perhaps it has been tried since, and is back.
            if (guest.state !== 'parked') return;
            guest.effect?.cancel(undefined as never);
            guest.state = 'gone';
          },
          draw() < 0.5 ? eventClass.timeout : eventClass.arrival,
        );
    };

    const tried = (guest: Guest): void => {
      const answered = draw() < 0.4;
      later(
        clock,
        upTo(3) * tick,
        () => {
          if (answered) {
            guest.state = 'gone';
            parking.succeeded();
          } else if (clock.now() < guest.until) {
            check(parking.hasRoom(guest.place), 'one who was here may not come back');
            park(guest);
          } else guest.state = 'gone';
          bounded();
        },
        eventClass.completion,
      );
    };

    for (let i = 0; i < 6; i++) {
      const at = draw() < 0.05 ? 36_000_000_000 : upTo(15) * tick;
      later(
        clock,
        at,
        () => {
          if (!parking.hasRoom(undefined)) return;
          const guest: Guest = {
            place: parking.place(),
            until: clock.now() + (1 + upTo(20)) * tick,
            effect: undefined,
            turns: 0,
            state: 'trying',
          };
          guests.push(guest);
          park(guest);
          // Those who come back to their old place are more than there is room for.
          check(parking.waiting <= length + guests.filter(({ turns }) => turns > 0).length, 'more wait than there is room for');
        },
        eventClass.arrival,
      );
    }
    for (let events = 0; clock.step(); events++) {
      bounded();
      check(events < 10_000, 'it never ends');
    }
    check(parking.waiting === 0, `${parking.waiting} are left`);
    check(
      guests.every(({ state }) => state === 'gone'),
      'somebody waits for ever',
    );
    return books;
  }

  test('everybody is called or loses patience at its time, nobody twice, and nobody is left: 10,000 random histories', () => {
    let turns = 0;
    let lostPatience = 0;
    each((history) => {
      const books = live(history);
      turns += books.turns;
      lostPatience += books.lostPatience;
    });
    expect(turns).toBeGreaterThan(histories);
    expect(lostPatience).toBeGreaterThan(histories / 10);
  });

  test('the first in line is called at every turn, so that nobody is starved: 10,000 random lines', () => {
    each((history) => {
      const { upTo } = drawer(history);
      const clock = new VirtualClock();
      const every = (1 + upTo(4)) * tick;
      const parking = new Parking({ clock, length: Number.POSITIVE_INFINITY, every });
      const called: number[] = [];
      const guests = 1 + upTo(7);
      for (let guest = 0; guest < guests; guest++) {
        const place = parking.place();
        later(clock, upTo(3) * tick, () => {
          const resume = (): void => void called.push(clock.now());
          parking.wait(place, Number.POSITIVE_INFINITY).start({ resume } as never);
        });
      }
      while (clock.step());
      const last = Math.max(...called);
      check(called.length === guests, `${called.length} of ${guests} are called`);
      check(last <= 3 * tick + guests * every, `the last one waits until ${last}`);
    });
  });
});

describe('deferral', () => {
  /** Requests, some urgent, some whose callers leave, before a client that takes as long as was drawn. Returns how many were held. */
  function live(history: number): number {
    const { draw, upTo } = drawer(history);
    const clock = new VirtualClock();
    const opens = upTo(20) * tick;
    let working = 0;
    let held = 0;
    const taker = createDeferral({
      clock,
      luck: new Luck(history, 0).stream('defer'),
      // Until it opens everybody waits, up to a second longer; then nobody does.
      defer: { startMs: (nowMs, uniform) => (nowMs >= opens / 1000 ? nowMs : opens / 1000 + 1000 * uniform), ended: () => {} },
      taker: {
        begin(request, deadlineAt, done) {
          working += 1;
          const begun = clock.now();
          const takes = request.outputTokens * tick;
          const ends = (outcome: 'ok' | 'deadline' | 'cancelled'): void => {
            working -= 1;
            const facts = { reason: '', gaveUp: 'none', firstTokenAt: undefined, tokens: 0, queueWait: 0, backoff: 0 } as const;
            done({ ...facts, class: outcome, endedAt: clock.now() } as Settled);
          };
          const late = begun + takes > deadlineAt;
          const timer = later(clock, Math.max(0, Math.min(takes, deadlineAt - begun)), () => ends(late ? 'deadline' : 'ok'));
          return {
            abort: () => {
              clock.disarm(timer);
              ends('cancelled');
            },
          };
        },
      },
    });
    const requests = 1 + upTo(5);
    let ended = 0;
    for (let entity = 0; entity < requests; entity++) {
      const at = draw() < 0.03 ? 36_000_000_000 : upTo(15) * tick;
      const urgent = draw() < 0.3;
      const patience = draw() < 0.5 ? Number.POSITIVE_INFINITY : (1 + upTo(6)) * tick;
      const leaves = draw() < 0.4 ? upTo(30) * tick : undefined;
      later(clock, at, () => {
        let own = 0;
        const request = { entity, inputTokens: 1, outputTokens: upTo(4), maxTokens: 4, stream: false, urgent };
        const underway = taker.begin(request, at + patience, (settled) => {
          own += 1;
          ended += 1;
          check(own === 1, 'a request ends twice');
          const waited = settled.held ?? 0;
          check(waited >= 0 && (!urgent || waited === 0), `held for ${waited}`);
          check(settled.class === 'cancelled' || urgent || at + waited >= opens, 'begun before it opens');
          check(settled.endedAt - at - waited <= patience, 'it ends after its deadline');
          check(settled.endedAt >= at + waited, 'it ends before it begins');
          if (waited > 0) held += 1;
        });
        if (leaves !== undefined) later(clock, leaves, () => own === 0 && underway?.abort('caller'), eventClass.timeout);
      });
    }
    while (clock.step());
    check(ended === requests, `${ended} ends of ${requests} requests`);
    check(working === 0, `${working} are left`);
    return held;
  }

  test('every request ends once, none is held when urgent, and none for ever: 10,000 random histories', () => {
    let held = 0;
    each((history) => {
      held += live(history);
    });
    expect(held).toBeGreaterThan(histories / 10);
  });
});
