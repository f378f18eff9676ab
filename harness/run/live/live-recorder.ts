import type { Outcome } from '../../../reports/result/outcome.ts';
import type { Micros } from '../../../sim/kernel/clock.ts';
import type { Request, WireFacts } from '../../../sim/kernel/transport.ts';
import { Column } from '../column.ts';
import { Recorder } from '../recorder.ts';
import type { Ticket } from '../ticket.ts';
import type { Bill } from './server-messages.ts';

/** A recorder that also writes down what only real time has: how late things are, and what may never have arrived. */
export class LiveRecorder extends Recorder {
  /** From the scheduled arrival to the request's start, microseconds. */
  readonly late = new Column();
  /** From a send to a connection that takes it, microseconds. */
  readonly waited = new Column();
  /** Attempts that the provider need not have seen: no connection, a lost one, silence, or an end by the client. */
  doubtful = 0;
  readonly #cohort = new Map<number, boolean>();

  override arrived(ticket: Ticket): void {
    this.late.push(Math.max(0, this.options.clock.now() - ticket.arrivedAt));
    this.#cohort.set(ticket.entity, ticket.cohort);
    super.arrived(ticket);
  }

  override ended(request: Request, target: string, number: number, outcome: Outcome, tokens: number, facts: WireFacts | undefined): void {
    if (facts === undefined || (facts.status === undefined && facts.how !== 'reply' && facts.how !== 'stream')) this.doubtful += 1;
    super.ended(request, target, number, outcome, tokens, facts);
  }

  /** An attempt was put on a connection. */
  onWire(waited: Micros): void {
    this.waited.push(Math.max(0, waited));
  }

  /** What the server billed; `attributed`: it knows for which request. */
  settle(bills: readonly Bill[], attributed: boolean): void {
    for (const { entity, tokens, usd } of bills) {
      if (attributed && this.#cohort.get(entity) !== true) continue;
      this.tokensBilled += tokens;
      this.costUsd += usd;
    }
    // Tokens that somebody else delivered are billed by nobody that is known here.
    this.tokensBilled = Math.max(this.tokensBilled, this.tokensDelivered);
  }
}
