import { expect, it } from 'vitest';
import { HedgedTarget } from '../../harness/client/hedged-target.ts';
import { Permits } from '../../harness/client/permits.ts';
import { boundedHedge } from '../../harness/strategy/hedge/bounded.ts';
import { fixed } from '../../harness/strategy/limit/fixed.ts';
import { fifo } from '../../harness/strategy/queue/fifo.ts';
import type { Outcome } from '../../reports/result/outcome.ts';
import { eventClass, after as later } from '../../sim/kernel/clock.ts';
import { Luck } from '../../sim/kernel/random.ts';
import type { CancelReason, Request, Send, Sent } from '../../sim/kernel/transport.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';

const histories = 10_000;
const luck = new Luck(11, 0).stream('flights');
const tick = 100_000;

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** One target, its limit, and the sends that are open there. */
function world(history: number) {
  let draws = 0;
  const draw = (): number => luck.uniform(history, draws++);
  const upTo = (most: number): number => Math.floor(draw() * (most + 1));
  const clock = new VirtualClock();
  const limit = 1 + upTo(3);
  const permits = new Permits({
    clock,
    limit: fixed.create(limit, undefined as never),
    queue: fifo.create({}, undefined)(),
    queueLength: 0,
  });
  const open = new Set<string>();
  /** By request and number: sent, then ended. */
  const states = new Map<string, 'sent' | 'ended'>();
  const change = (request: Request, number: number, from: 'sent' | undefined, to: 'sent' | 'ended'): void => {
    const key = `${request.entity}/${number}`;
    check(states.get(key) === from, `${key} is ${to} after ${states.get(key)}`);
    states.set(key, to);
  };
  const bounded = (): void => check(permits.inUse <= limit && permits.inUse >= permits.inFlight && permits.inFlight >= 0, 'permits');

  /** Answers, refuses, or never ends; at once or after some ticks. */
  const send: Send = ({ request, number }, listener) => {
    const key = `${request.entity}/${number}`;
    check(!open.has(key), `${key} is sent twice`);
    open.add(key);
    const firstAt = upTo(4);
    const endAt = firstAt + upTo(4);
    const ok = draw() < 0.6;
    const never = draw() < 0.2;
    const timers = [
      later(clock, firstAt * tick, () => !never && request.stream && ok && listener.first(clock.now()), eventClass.completion),
      later(
        clock,
        endAt * tick,
        () => {
          if (never) return;
          open.delete(key);
          listener.end({ facts: { how: 'reply', status: ok ? 200 : 503, afterTokens: 0, complete: true }, tokens: 1 });
        },
        eventClass.completion,
      ),
    ];
    return {
      cancel: () => {
        check(open.delete(key), `${key} is cancelled twice, or after its end`);
        for (const timer of timers) clock.disarm(timer);
        return 1;
      },
    };
  };
  const delayMs = 100 * upTo(3);
  const copies = 1 + upTo(2);
  const at = new HedgedTarget({
    clock,
    target: 'a',
    send,
    hedge: boundedHedge(
      { delayMs: () => delayMs, take: () => true, ended: () => {} },
      { copies, budget: draw() < 0.5 ? 'unlimited' : 0.5 },
    ),
    classify: ({ status }): Outcome => (status === 200 ? { class: 'ok', reason: 'answered' } : { class: 'capacity', reason: 'refused' }),
    permits,
    pace: undefined,
    observer: {
      sent: (request, _target, number, copy) => {
        check(copy === true, 'what is no copy is reported');
        change(request, number, undefined, 'sent');
      },
      ended: (request, _target, number, _outcome, _tokens, _facts, copy) => {
        check(copy === true, 'what is no copy is reported');
        change(request, number, 'sent', 'ended');
      },
    },
    crashed: undefined,
  });
  return { clock, permits, open, states, change, bounded, at, draw, upTo, copies };
}

/** Some requests with a try or two each, some of which their caller or a bound ends. Returns how many copies there were. */
function live(history: number): number {
  const { clock, permits, open, states, change, bounded, at, draw, upTo, copies } = world(history);
  let ends = 0;
  let sends = 0;
  const attempt = (request: Request, number: number): void => {
    if (!permits.take()) return;
    permits.flying(1);
    change(request, number + at.copies(request), undefined, 'sent');
    sends += 1;
    let over = false;
    let sent: Sent | undefined;
    const left = (): void => {
      check(!over, 'an attempt ends twice');
      over = true;
      ends += 1;
      change(request, at.numberOf(request, number), 'sent', 'ended');
      permits.flying(-1);
      permits.release();
      bounded();
      if (number < 1 && draw() < 0.5) later(clock, upTo(2) * tick, () => attempt(request, number + 1));
    };
    sent = at.send({ request, target: 'a', number }, { first: () => check(!over, 'a token after the end'), end: left });
    const own = [...states.keys()].filter((key) => key.startsWith(`${request.entity}/`)).length;
    check(own <= (number + 1) * (1 + copies), 'too many copies');
    if (over) return;
    const why: CancelReason = draw() < 0.5 ? 'timeout' : 'caller';
    const stop = (): void => {
      if (over) return;
      sent?.cancel(why);
      left();
    };
    if (draw() < 0.7) later(clock, upTo(9) * tick, stop, eventClass.timeout);
    // What never ends is stopped at last.
    later(clock, 30 * tick, stop, eventClass.timeout);
  };
  const requests = 1 + upTo(4);
  for (let entity = 0; entity < requests; entity++) {
    const request = { entity, inputTokens: 1, outputTokens: 1, maxTokens: 1, stream: draw() < 0.5 };
    later(clock, upTo(6) * tick, () => attempt(request, 0));
  }
  while (clock.step()) bounded();
  check(ends === sends, 'an attempt has no end');
  check(open.size === 0, `left at the target: ${[...open].join(' ')}`);
  check(permits.inUse === 0 && permits.inFlight === 0, 'permits are left');
  check(
    [...states.values()].every((state) => state === 'ended'),
    'a send has no end',
  );
  for (let entity = 0; entity < requests; entity++) {
    const numbers = [...states.keys()].filter((key) => key.startsWith(`${entity}/`)).map((key) => Number(key.split('/')[1]));
    check(
      numbers.every((number, i) => number === i),
      `numbers of ${entity}: ${numbers.join(' ')}`,
    );
  }
  return states.size - sends;
}

it(`${histories} random histories: every copy is sent once and ends once, and no permit is lost`, () => {
  let copies = 0;
  for (let history = 0; history < histories; history++) {
    try {
      copies += live(history);
    } catch (error) {
      throw new Error(`history ${history}: ${String(error)}`);
    }
  }
  expect(copies).toBeGreaterThan(histories / 10);
});
