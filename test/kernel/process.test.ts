import { describe, expect, it } from 'vitest';
import { eventClass, after as fireAfter } from '../../sim/kernel/clock.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';
import { Hand, instant, Script } from '../support/script.ts';

function world() {
  const clock = new VirtualClock();
  const log: string[] = [];
  const drain = (): string[] => {
    while (clock.step());
    return log;
  };
  return { clock, log, drain };
}

describe('a process', () => {
  it('begins at once, sleeps for a yielded number, ends once', () => {
    const { clock, log, drain } = world();
    new Script(clock, log, function* () {
      log.push(`a@${clock.now()}`);
      yield 5;
      log.push(`b@${clock.now()}`);
      yield 0;
      log.push(`c@${clock.now()}`);
    }).start();
    expect(log).toEqual(['a@0']);
    expect(drain()).toEqual(['a@0', 'b@5', 'c@5', 'finished']);
  });

  it('gets the value that an effect answers with, at once or later', () => {
    const { clock, log } = world();
    const hand = new Hand('hand', log);
    new Script(clock, log, function* () {
      log.push(`at once ${yield instant(1)}`);
      log.push(`later ${yield hand}`);
    }).start();
    hand.answer(2);
    expect(log).toEqual(['at once 1', 'start hand', 'later 2', 'finished']);
  });

  it('takes a hundred thousand answers at once without recursion', () => {
    const { clock, log } = world();
    let sum = 0;
    new Script(clock, log, function* () {
      for (let i = 0; i < 100_000; i++) sum += (yield instant(1)) as number;
    }).start();
    expect(sum).toBe(100_000);
    expect(log).toEqual(['finished']);
  });

  it('sleeps in the class of arrivals: behind completions, time-outs and grants of its instant', () => {
    const { clock, log, drain } = world();
    new Script(clock, log, function* () {
      yield 10;
      log.push('woke');
    }).start();
    for (const name of ['grant', 'timeout', 'completion'] as const) fireAfter(clock, 10, () => log.push(name), eventClass[name]);
    expect(drain()).toEqual(['completion', 'timeout', 'grant', 'woke', 'finished']);
  });
});

describe('a cancelled process', () => {
  it('runs its finally once and is never resumed, wherever it waits', () => {
    const { clock, log, drain } = world();
    const first = new Hand('first', log);
    const life = function* () {
      try {
        yield first;
        log.push('after first');
        yield 10;
        log.push('after sleep');
      } finally {
        log.push('finally');
      }
    };

    const waiting = new Script(clock, log, life);
    waiting.start();
    waiting.cancel();
    waiting.cancel();
    first.answer();
    expect(log.splice(0)).toEqual(['start first', 'cancel first', 'finally', 'cancelled']);

    const sleeping = new Script(clock, log, life);
    sleeping.start();
    first.answer();
    sleeping.cancel();
    sleeping.cancel();
    expect(drain().splice(0)).toEqual(['start first', 'after first', 'finally', 'cancelled']);

    const done = new Script(clock, log, life);
    done.start();
    first.answer();
    drain();
    done.cancel();
    expect(log).toEqual(['start first', 'after first', 'after sleep', 'finally', 'finished']);
  });

  it('that never began does nothing', () => {
    const { clock, log } = world();
    new Script(clock, log, function* () {
      yield 1;
    }).cancel();
    expect(log).toEqual([]);
  });

  it('ends at its next wait, which does not begin, when its own code cancels it', () => {
    const { clock, log, drain } = world();
    const hand = new Hand('hand', log);
    new Script(clock, log, function* (self) {
      try {
        yield 5;
        self.cancel();
        log.push('still running');
        yield hand;
        log.push('never');
      } finally {
        log.push('finally');
      }
    }).start();
    expect(drain()).toEqual(['still running', 'finally', 'cancelled']);
  });

  it('ends when its own code cancels it behind an effect that answered at once, which is not undone', () => {
    const { clock, log } = world();
    const hand = new Hand('hand', log, (process) => process.resume(7));
    new Script(clock, log, function* (self) {
      const value = yield hand;
      self.cancel();
      log.push(`got ${value}`);
      yield 5;
    }).start();
    expect(log).toEqual(['start hand', 'got 7', 'cancelled']);
    expect(clock.nextAt).toBeUndefined();
  });

  it('has finished when its own code cancels it and waits no more', () => {
    const { clock, log } = world();
    new Script(clock, log, function* (self) {
      yield instant(1);
      self.cancel();
    }).start();
    expect(log).toEqual(['finished']);
  });

  it('ends once when an effect cancels it while it is being started', () => {
    const { clock, log } = world();
    const script = new Script(clock, log, function* () {
      try {
        yield new Hand('hand', log, () => script.cancel());
        log.push('never');
      } finally {
        log.push('finally');
      }
    });
    script.start();
    expect(log).toEqual(['start hand', 'cancel hand', 'finally', 'cancelled']);
  });

  it('ends once when an effect answers and cancels in one go', () => {
    const { clock, log } = world();
    const script = new Script(clock, log, function* () {
      yield new Hand('hand', log, (process) => {
        process.resume(1);
        script.cancel();
      });
      log.push('never');
    });
    script.start();
    expect(log.filter((line) => line === 'cancelled' || line === 'finished')).toEqual(['cancelled']);
    expect(log).not.toContain('never');
  });
});
