import type { Outcome } from '../../reports/result/outcome.ts';
import type { Stream } from '../../sim/kernel/random.ts';
import type { Request, WireFacts } from '../../sim/kernel/transport.ts';
import type { Breaker } from '../strategy/breaker/breaker.ts';
import type { Budget } from '../strategy/budget/budget.ts';
import type { Pace, PaceAsk } from '../strategy/pace/pace.ts';
import type { Route } from '../strategy/route/route.ts';

/** What attempts have to pass beside permits, of one client; a part that the strategy lacks is undefined. */
export interface Gates {
  readonly budget: Budget | undefined;
  readonly pace: Pace | undefined;
  /** By position of the route. */
  readonly breakers: readonly Breaker[] | undefined;
  readonly route: Route;
  /** Luck of choices, keyed (entity, draw): draw 0 is the route's, draw n the budget's before send n (the first is 1). */
  readonly luck: Stream;
}

/** The end of an attempt, as all gates are told of it. */
export interface PassageEnd {
  readonly nowMs: number;
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly verdict: 'success' | 'failure' | 'neutral';
  readonly facts: WireFacts | undefined;
}

/** One request's way through its client's gates. What is taken before a send that never happens is given back. */
export class Passage {
  readonly #gates: Gates;
  readonly #request: Request;
  #counted = false;
  /** Taken for the next send: the position whose breaker admitted it, its place in the pace, its cost. */
  #admitted: number | undefined;
  #paced: PaceAsk | undefined;
  #taken = 0;
  /** What was taken for the attempt under way. */
  #takenForThis = 0;
  #sends = 0;

  constructor(gates: Gates, request: Request) {
    this.#gates = gates;
    this.#request = request;
  }

  /** The request has come; false when the budget sends nothing for it. */
  begin(nowMs: number): boolean {
    const { budget } = this.#gates;
    this.#counted = true;
    budget?.began?.(nowMs);
    return budget?.admit?.(nowMs, this.#uniform(1)) !== false;
  }

  /** The luck of the request's choices of a target. */
  get uniform(): number {
    return this.#uniform(0);
  }

  /** Those of `open` whose breaker would let an attempt through at `byMs`, by what is known at `nowMs`. */
  passable(open: readonly boolean[], nowMs: number, byMs = nowMs): readonly boolean[] {
    const { breakers } = this.#gates;
    return breakers === undefined ? open : open.map((is, position) => is && (breakers[position] as Breaker).opensAt(nowMs) <= byMs);
  }

  /** When breakers of `open` let attempts through that they do not let through now, ms, the first time first. */
  openings(open: readonly boolean[], nowMs: number): readonly number[] {
    const times = (this.#gates.breakers ?? []).filter((_, position) => open[position]).map((breaker) => breaker.opensAt(nowMs));
    return times.filter((atMs) => atMs > nowMs).sort((a, b) => a - b);
  }

  /** Whether the target's breaker lets attempts through at a time that is yet to come. */
  opensLater(position: number, nowMs: number): boolean {
    return (this.#gates.breakers?.[position]?.opensAt(nowMs) ?? nowMs) > nowMs;
  }

  /** Takes a place at the target's breaker; false when it lets nothing through. */
  admit(position: number, nowMs: number): boolean {
    if (this.#gates.breakers?.[position]?.admit(nowMs) === false) return false;
    this.#admitted = position;
    return true;
  }

  /** The wait until the next send, ms; its place is taken. */
  reserve(nowMs: number): number {
    const { pace } = this.#gates;
    if (pace === undefined) return 0;
    this.#paced = { nowMs, tokens: this.#request.inputTokens + this.#request.maxTokens };
    return pace.reserve(this.#paced);
  }

  /** Takes what one more attempt costs; false when the budget does not allow it. */
  afford(outcome: Outcome, nowMs: number): boolean {
    const { budget } = this.#gates;
    if (budget === undefined) return true;
    const taken = budget.take({ nowMs, outcome, uniform: this.#uniform(this.#sends + 1) });
    if (taken === undefined) return false;
    this.#taken = taken;
    return true;
  }

  sent(position: number, nowMs: number): void {
    this.#admitted = undefined;
    this.#paced = undefined;
    this.#takenForThis = this.#taken;
    this.#taken = 0;
    this.#sends += 1;
    this.#gates.route.sent?.(position, nowMs);
  }

  ended(position: number, end: PassageEnd): void {
    const { budget, pace, breakers, route } = this.#gates;
    const { nowMs, durationMs, outcome, verdict, facts } = end;
    budget?.ended({ nowMs, outcome, verdict, taken: this.#takenForThis });
    pace?.ended({ nowMs, outcome, facts });
    breakers?.[position]?.ended({ nowMs, durationMs, verdict });
    route.ended?.({ nowMs, position, durationMs, verdict, outcome, retryAfterMs: facts?.retryAfterMs });
  }

  /** What was taken for a send that does not happen. */
  giveBack(): void {
    const { budget, pace, breakers } = this.#gates;
    if (this.#admitted !== undefined) breakers?.[this.#admitted]?.release();
    if (this.#paced !== undefined) pace?.release(this.#paced);
    if (this.#taken > 0) budget?.release(this.#taken);
    this.#admitted = undefined;
    this.#paced = undefined;
    this.#taken = 0;
  }

  /** The request has ended. */
  finish(nowMs: number): void {
    this.giveBack();
    if (!this.#counted) return;
    this.#counted = false;
    this.#gates.budget?.finished?.(nowMs);
  }

  #uniform(draw: number): number {
    return this.#gates.luck.uniform(this.#request.entity, draw);
  }
}
