import type { Outcome } from '../../reports/result/outcome.ts';
import type { Request, Send, WireFacts } from '../../sim/kernel/transport.ts';
import type { Hedge } from '../strategy/hedge/hedge.ts';
import type { ClientOptions } from './client-context.ts';
import { type HedgedAt, HedgedAttempt, type HedgedWay } from './hedged-attempt.ts';
import type { Observer } from './observer.ts';
import type { Target } from './target.ts';

export interface HedgedTargetOptions extends HedgedWay {
  readonly crashed: ((error: unknown) => void) | undefined;
}

/** One target of one client, whose attempts are sent more than once when they take long. */
export class HedgedTarget implements HedgedAt {
  readonly options: HedgedTargetOptions;
  /** Copies sent so far, by piece of work: the numbers of its sends count them. */
  readonly #copies = new WeakMap<object, number>();
  readonly #flights = new WeakMap<Request, HedgedAttempt>();

  constructor(options: HedgedTargetOptions) {
    this.options = options;
  }

  /** The transport that the client sees. */
  readonly send: Send = (attempt, listener) => {
    const flight = new HedgedAttempt(this, attempt, listener);
    this.#flights.set(attempt.request, flight);
    return flight.begin();
  };

  copies(request: Request): number {
    return this.#copies.get(request.work ?? request) ?? 0;
  }

  addCopy(request: Request): void {
    this.#copies.set(request.work ?? request, this.copies(request) + 1);
  }

  /** The number of the send that stands for the client's attempt of this number: until it has ended its first one. */
  numberOf(request: Request, number: number): number {
    return this.#flights.get(request)?.standing ?? number + this.copies(request);
  }

  ask<Value>(part: () => Value, otherwise: Value): Value {
    try {
      return part();
    } catch (error) {
      if (this.options.crashed === undefined) throw error;
      this.options.crashed(error);
      return otherwise;
    }
  }
}

/** The same client, whose attempts at each target are hedged. */
export function withHedges(client: ClientOptions, newHedge: () => Hedge): ClientOptions {
  const { clock, parts, gates, observer, crashed } = client;
  const hedged = new Map<string, HedgedTarget>();
  const targets = client.targets.map((target, position): Target => {
    const permits = client.permits?.[position];
    const at = { clock, target: target.name, send: target.send, hedge: newHedge(), classify: parts.classify, observer, crashed };
    const one = new HedgedTarget({ ...at, permits, pace: gates?.pace });
    hedged.set(target.name, one);
    return { ...target, send: one.send };
  });
  return { ...client, targets, observer: observer && countingCopies(observer, hedged) };
}

/**
 * What a client with hedged targets reports to: it counts its own attempts, each with the number of the send that stands for
 * it; the copies are reported by whoever sends them.
 */
function countingCopies(observer: Observer, targets: ReadonlyMap<string, HedgedTarget>): Observer {
  return {
    sent(request: Request, target: string, number: number) {
      observer.sent(request, target, number + (targets.get(target)?.copies(request) ?? 0));
    },
    ended(request: Request, target: string, number: number, outcome: Outcome, tokens: number, facts: WireFacts | undefined) {
      observer.ended(request, target, targets.get(target)?.numberOf(request, number) ?? number, outcome, tokens, facts);
    },
    ...(observer.passedOver && { passedOver: observer.passedOver.bind(observer) }),
  };
}
