import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventClass, after as fireAfter } from '../../sim/kernel/clock.ts';
import { all, race, until } from '../../sim/kernel/effects.ts';
import type { Effect } from '../../sim/kernel/process.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';
import { Hand, instant, Script } from '../support/script.ts';

/** Waits for one effect; logs its value and when it came. */
function waiting(make: (clock: VirtualClock, log: string[]) => Effect) {
  const clock = new VirtualClock();
  const log: string[] = [];
  const effect = make(clock, log);
  const script = new Script(clock, log, function* () {
    log.push(`${JSON.stringify((yield effect) ?? null)}@${clock.now()}`);
  });
  script.start();
  const drain = (): string[] => {
    while (clock.step());
    return log;
  };
  return { clock, log, script, drain };
}

describe('until', () => {
  it('resumes at its instant, and now when that has passed', () => {
    expect(waiting(() => until(30)).drain()).toEqual(['null@30', 'finished']);
    expect(
      waiting((clock) => {
        clock.runUntil(50);
        return until(30);
      }).drain(),
    ).toEqual(['null@50', 'finished']);
  });

  it('leaves no timer when it is cancelled', () => {
    const { clock, script, log } = waiting(() => until(30));
    script.cancel();
    expect(clock.nextAt).toBeUndefined();
    expect(log).toEqual(['cancelled']);
  });
});

describe('race', () => {
  it('goes to the first; the others are cancelled before it resumes', () => {
    const hands: Hand[] = [];
    const { log } = waiting((_clock, log) => {
      hands.push(new Hand('a', log), new Hand('b', log), new Hand('c', log));
      return race(hands);
    });
    hands[1]?.answer('x');
    // Too late: nobody waits for these any more.
    hands[0]?.answer('y');
    hands[1]?.answer('z');
    expect(log).toEqual(['start a', 'start b', 'start c', 'cancel a', 'cancel c', '{"index":1,"value":"x"}@0', 'finished']);
  });

  it('goes to the first in the list at a tie, and never begins those behind one that answers at once', () => {
    expect(waiting(() => race([until(20), until(10), until(10)])).drain()).toEqual(['{"index":1}@10', 'finished']);
    const { log } = waiting((_clock, log) => race([new Hand('a', log), instant(5), new Hand('c', log)]));
    expect(log).toEqual(['start a', 'cancel a', '{"index":1,"value":5}@0', 'finished']);
  });

  it('leaves no timer of the losers', () => {
    const { clock, drain } = waiting(() => race([until(20), until(10), until(30)]));
    drain();
    expect(clock.now()).toBe(10);
  });

  it('is decided by an answer and not by a time-out of the same instant', () => {
    const { drain } = waiting((clock, log) => {
      const hand = new Hand('answer', log);
      fireAfter(clock, 10, () => hand.answer('ok'), eventClass.completion);
      return race([until(10), hand]);
    });
    expect(drain()).toEqual(['start answer', '{"index":1,"value":"ok"}@10', 'finished']);
  });

  it('of nothing never ends, and can be cancelled', () => {
    const { log, script, drain } = waiting(() => race([]));
    expect(drain()).toEqual([]);
    script.cancel();
    expect(log).toEqual(['cancelled']);
  });
});

describe('all', () => {
  it('waits for the last and gives the values in order', () => {
    const hands: Hand[] = [];
    const { log } = waiting((_clock, log) => {
      hands.push(new Hand('a', log), new Hand('b', log));
      return all([...hands, instant('now')]);
    });
    hands[1]?.answer('b');
    hands[1]?.answer('again');
    hands[0]?.answer('a');
    expect(log).toEqual(['start a', 'start b', '["a","b","now"]@0', 'finished']);
  });

  it('of nothing is there at once', () => {
    expect(waiting(() => all([])).drain()).toEqual(['[]@0', 'finished']);
  });

  it('cancelled, cancels those that are open', () => {
    const hands: Hand[] = [];
    const { log, script, clock } = waiting((_clock, log) => {
      hands.push(new Hand('a', log), new Hand('b', log));
      return all([...hands, until(10)]);
    });
    hands[0]?.answer();
    script.cancel();
    hands[1]?.answer();
    expect(log).toEqual(['start a', 'start b', 'cancel b', 'cancelled']);
    expect(clock.nextAt).toBeUndefined();
  });
});

describe.each([
  ['race', race],
  ['all', all],
])('%s whose process is cancelled while it starts', (_name, combine) => {
  it('begins no more of them', () => {
    const { log } = waiting((clock, log) => {
      const killer = new Script(clock, log, function* () {
        yield combine([new Hand('a', log), new Hand('b', log, () => killer.cancel()), new Hand('c', log)]);
      });
      killer.start();
      return instant(0);
    });
    expect(log).toEqual(['start a', 'start b', 'cancel a', 'cancel b', 'cancelled', '0@0', 'finished']);
  });
});

/** A tree of sleeps under race and all; when it ends: the least of a race, the most of an all. */
type Tree = { readonly at: number } | { readonly race: readonly Tree[] } | { readonly all: readonly Tree[] };

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ at: fc.nat(20) }),
    fc.record({ race: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ all: fc.array(tie('tree'), { maxLength: 3 }) }),
  ),
}));

function endOf(one: Tree): number {
  if ('at' in one) return one.at;
  if ('race' in one) return Math.min(...one.race.map(endOf));
  return Math.max(0, ...one.all.map(endOf));
}

/** Ends while it is being started: an empty all, wherever it decides. */
function endsAtOnce(one: Tree): boolean {
  if ('at' in one) return false;
  return 'race' in one ? one.race.some(endsAtOnce) : one.all.every(endsAtOnce);
}

describe('nested', () => {
  /** Every wait that begins ends exactly once: answered, or cancelled, and cancelled before its process goes on. */
  function effectOf(one: Tree, books: { open: number }): Effect {
    if ('race' in one) return race(one.race.map((part) => effectOf(part, books)));
    if ('all' in one) return all(one.all.map((part) => effectOf(part, books)));
    const sleep = until(one.at);
    return {
      start(process) {
        books.open += 1;
        sleep.start({
          clock: process.clock,
          resume(value) {
            books.open -= 1;
            process.resume(value);
          },
        });
      },
      cancel(process) {
        books.open -= 1;
        sleep.cancel(process);
      },
    };
  }

  it('end at the least of a race and the most of an all, and leave nothing open', () => {
    fc.assert(
      fc.property(tree, fc.option(fc.nat(20)), (one, cancelAt) => {
        const books = { open: 0 };
        const { clock, log, script, drain } = waiting(() => effectOf(one, books));
        const end = endOf(one);
        if (cancelAt !== null) fireAfter(clock, cancelAt, () => script.cancel(), eventClass.completion);
        drain();
        // A completion comes before the time-outs of its instant.
        const cancelled = cancelAt !== null && cancelAt <= end && !endsAtOnce(one);
        expect(log.at(-1)).toBe(cancelled ? 'cancelled' : 'finished');
        if (!cancelled) expect(log[0]).toMatch(new RegExp(`@${end}$`));
        expect(books.open).toBe(0);
        expect(clock.nextAt).toBeUndefined();
      }),
      { numRuns: 2000, seed: 20261129 },
    );
  });
});
