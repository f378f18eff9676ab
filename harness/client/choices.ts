import type { Micros } from '../../sim/kernel/clock.ts';
import type { Request } from '../../sim/kernel/transport.ts';
import type { RetryDecision } from '../strategy/retry/retry.ts';
import type { RouteDecision, RoutePast } from '../strategy/route/route.ts';
import type { ClientContext } from './client-context.ts';
import type { Passage } from './gates.ts';

/** Where to send next, after which wait. */
export interface Choice {
  readonly position: number;
  readonly waitMs: number;
}

type Decision = NonNullable<RouteDecision>;

/** The last failure on a target. */
interface Failure {
  readonly at: Micros;
  /** What the retry rule said. */
  readonly decision: RetryDecision;
  /** The backoff part of the last wait for the target, ms. */
  delayMs: number;
}

/** Where one request may go next: what is known of the targets that it has tried. Lists are in the order of the route. */
export class Choices {
  /** Can be sent to (again). */
  readonly open: boolean[];
  readonly failures: (Failure | undefined)[] = [];
  /** Waits between attempts so far, ms. */
  totalWaitMs = 0;
  /** The last choice left out a target whose wait is too long for `totalWait`. */
  waitedEnough = false;
  readonly #client: ClientContext;
  readonly #sends: readonly number[];
  readonly #passage: Passage | undefined;
  readonly #request: Request;

  /** `sends` is counted on by the request as it sends. */
  constructor(client: ClientContext, request: Request, sends: readonly number[], passage: Passage | undefined) {
    this.#client = client;
    this.open = client.openFor(request).slice();
    this.#sends = sends;
    this.#passage = passage;
    this.#request = request;
  }

  /** Where the route goes from `last` (−1: nowhere was sent to), and after which wait; undefined: nowhere. */
  next(last: number, moveOn: boolean): Choice | undefined {
    const { route, clock, parts } = this.#client;
    const { open } = this;
    const passage = this.#passage;
    const nowMs = clock.now() / 1000;
    const uniform = passage?.uniform ?? 0.5;
    for (;;) {
      const past = { sends: this.#sends, open: passage?.passable(open, nowMs) ?? open, last, moveOn, nowMs, uniform };
      const decision = route.next(past) ?? (parts.waitsForBreakers ? this.#afterOpening({ ...past, open }) : undefined);
      const waitMs = decision && this.#waitFor(decision, nowMs);
      if (decision === undefined || waitMs !== undefined) {
        this.#tellOfThoseBefore(decision?.position ?? this.#sends.length, nowMs);
        return decision && { position: decision.position, waitMs: waitMs ?? 0 };
      }
      this.waitedEnough = true;
      open[decision.position] = false;
    }
  }

  /** Why a target that the request was not sent to yet is left out now, in a word; undefined when it is not. */
  whyNot(position: number, nowMs: number): string | undefined {
    const { route } = this.#client;
    const passage = this.#passage;
    if (this.#client.openFor(this.#request)[position] === false) return 'context';
    const putOff = route.putsOff?.(position, nowMs);
    return putOff ?? (passage?.passable(this.#client.allOpen, nowMs)[position] === false ? 'breaker' : undefined);
  }

  #tellOfThoseBefore(end: number, nowMs: number): void {
    const { targets, observer } = this.#client;
    if (observer?.passedOver === undefined) return;
    for (let position = 0; position < end; position++) {
      const why = this.#sends[position] === 0 ? this.whyNot(position, nowMs) : undefined;
      if (why !== undefined) observer.passedOver(this.#request, targets[position]?.name ?? '', why);
    }
  }

  /** Where the route goes once breakers let attempts through again that do not now. */
  #afterOpening(past: RoutePast): RouteDecision {
    const { route } = this.#client;
    const passage = this.#passage;
    if (passage === undefined) return undefined;
    for (const atMs of passage.openings(past.open, past.nowMs)) {
      const decision = route.next({ ...past, open: passage.passable(past.open, past.nowMs, atMs) });
      if (decision !== undefined) return { ...decision, notBeforeMs: Math.max(atMs, decision.notBeforeMs ?? atMs) };
    }
    return undefined;
  }

  /**
   * The wait before a send to this target: the one its retry rule gave, or what is left of the provider's own hint; the
   * route may ask for a longer one. Undefined when it does not fit into `totalWait` any more, because of waits for other
   * targets since.
   */
  #waitFor({ position, wait, notBeforeMs }: Decision, nowMs: number): number | undefined {
    const failure = this.failures[position];
    const decision = failure?.decision;
    let waitMs = notBeforeMs === undefined ? 0 : Math.max(0, notBeforeMs - nowMs);
    if (failure !== undefined && decision !== undefined && 'waitMs' in decision)
      waitMs = Math.max(waitMs, wait ? decision.waitMs : decision.hintMs - (nowMs - failure.at / 1000));
    if (waitMs > 0 && this.totalWaitMs + waitMs > (this.#client.parts.totalWait ?? Number.POSITIVE_INFINITY)) return undefined;
    this.totalWaitMs += waitMs;
    if (wait && failure !== undefined && decision !== undefined && 'delayMs' in decision) failure.delayMs = decision.delayMs;
    return waitMs;
  }
}
