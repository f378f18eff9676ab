import type { RequestClass } from '../../reports/result/outcome.ts';
import { constantSteps } from '../../sim/curves/pieces.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { Luck, Stream } from '../../sim/kernel/random.ts';
import type { Attempt, Request, Send, WireFacts } from '../../sim/kernel/transport.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import { createFleet } from './fleet.ts';
import type { RequestRun } from './request-run.ts';

/** One request through a strategy, alone: when it is sent, where to, and how it ends. */
export interface Course {
  readonly attempts: readonly { readonly target: string; readonly atMs: number }[];
  readonly outcome: RequestClass;
  /** When the caller has the end, ms after the request came. */
  readonly endMs: number;
}

/** What an attempt meets, `number` 0 for the first of the request. It comes at once, so that all that is seen are waits. */
export type Meets = (number: number) => WireFacts;

const request: Request = { entity: 0, inputTokens: 100, outputTokens: 100, maxTokens: 100, stream: true };

/**
 * The course of one request whose luck is the same number in (0, 1) every time: near 0 and near 1 are the ends of what any
 * luck gives. Throws what the strategy's parts throw, and CodedError `livelock` when it is sent without an end.
 */
export function courseOf(strategy: StrategySpec, meets: Meets, uniform: number): Course {
  const clock = new VirtualClock();
  const attempts: { readonly target: string; readonly atMs: number }[] = [];
  const send =
    (target: string): Send =>
    (_: Attempt, listener) => {
      const facts = meets(attempts.length);
      attempts.push({ target, atMs: clock.now() / 1000 });
      listener.end({ facts, tokens: facts.afterTokens });
      return { cancel: () => 0 };
    };
  const { clients } = createFleet(strategy, {
    clients: 1,
    clock,
    luck: new EvenLuck(uniform),
    modules: new Map(),
    observer: undefined,
    curve: (spec) => {
      if (typeof spec === 'number') return constantSteps(spec);
      throw new InputError([{ key: 'limit.schedule', message: 'a limit by the clock needs the calendar of a run' }]);
    },
    send,
  });
  let ended: RequestRun | undefined;
  clients[0]?.begin(request, Number.POSITIVE_INFINITY, (run) => {
    ended = run;
  });
  while (ended === undefined && clock.step());
  if (ended === undefined) throw new Error(`strategy ${strategy.name} left its request in flight`);
  return { attempts, outcome: ended.class, endMs: clock.now() / 1000 };
}

/** The same number whoever asks. */
class EvenLuck extends Luck {
  readonly #stream: Stream;

  constructor(uniform: number) {
    super(0, 0);
    this.#stream = new EvenStream(uniform);
  }

  override stream(): Stream {
    return this.#stream;
  }
}

class EvenStream extends Stream {
  readonly #uniform: number;

  constructor(uniform: number) {
    super(0, 0);
    this.#uniform = uniform;
  }

  override uniform(): number {
    return this.#uniform;
  }
}
