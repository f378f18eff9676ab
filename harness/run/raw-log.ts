import type { Outcome } from '../../reports/result/outcome.ts';
import type { RawAttempt, RawRequest } from '../../reports/result/raw.ts';
import type { WireFacts } from '../../sim/kernel/transport.ts';
import type { Settled } from '../client/settled.ts';
import type { Ticket } from './ticket.ts';

interface Open {
  number: number;
  target: string;
  sentAt: number;
  /** Infinity while the attempt is under way; the arrival before the first. */
  endedAt: number;
  waited: number;
}

/**
 * Every request and attempt of one replication, for `--raw` and for `explain`; in the order in which they ended, then
 * those in flight at the end in the order of their arrival.
 */
export class RawLog {
  readonly requests: RawRequest[] = [];
  readonly attempts: RawAttempt[] = [];
  readonly #replication: number;
  readonly #open = new Map<Ticket, Open>();

  constructor(replication: number) {
    this.#replication = replication;
  }

  arrived(ticket: Ticket): void {
    this.#open.set(ticket, { number: 0, target: '', sentAt: 0, endedAt: ticket.arrivedAt, waited: 0 });
  }

  sent(ticket: Ticket, target: string, _number: number, now: number): void {
    const open = this.#open.get(ticket);
    if (open === undefined) return;
    open.waited = now - open.endedAt;
    open.number = ticket.attempts;
    open.target = target;
    open.sentAt = now;
    open.endedAt = Number.POSITIVE_INFINITY;
  }

  ended(
    ticket: Ticket,
    target: string,
    _number: number,
    now: number,
    outcome: Outcome,
    tokens: number,
    facts: WireFacts | undefined,
  ): void {
    const open = this.#open.get(ticket);
    if (open === undefined) return;
    open.endedAt = now;
    this.attempts.push({
      ...this.#attempt(ticket, open),
      target,
      endedMs: now / 1000,
      class: outcome.class,
      reason: outcome.reason,
      status: facts?.status ?? null,
      tokens,
    });
  }

  finished(ticket: Ticket, run: Settled, target: string): void {
    const { dueAt } = ticket;
    this.#open.delete(ticket);
    this.requests.push({
      ...this.#request(ticket, target),
      outcome: run.class,
      reason: run.reason,
      latencyMs: (run.endedAt - dueAt) / 1000,
      queueWaitMs: run.queueWait / 1000,
      backoffMs: run.backoff / 1000,
      firstTokenMs: run.firstTokenAt === undefined ? null : (run.firstTokenAt - dueAt) / 1000,
      tokens: run.tokens,
      gaveUpBy: run.gaveUp,
      deferMs: (dueAt - ticket.arrivedAt) / 1000,
      submitMs: run.submit === undefined ? null : run.submit / 1000,
    });
  }

  /** Adds what is in flight at the end of the run; call once, then. */
  close(): void {
    for (const [ticket, open] of this.#open) {
      this.requests.push(this.#request(ticket, open.target));
      if (open.endedAt === Number.POSITIVE_INFINITY) this.attempts.push(this.#attempt(ticket, open));
    }
    this.#open.clear();
  }

  /** As far as it is known before its end. */
  #request(ticket: Ticket, target: string): RawRequest {
    return {
      replication: this.#replication,
      entity: ticket.entity,
      client: ticket.client,
      arrivedMs: ticket.arrivedAt / 1000,
      outcome: null,
      reason: '',
      latencyMs: null,
      queueWaitMs: 0,
      backoffMs: 0,
      firstTokenMs: null,
      attempts: ticket.attempts,
      target,
      tokens: 0,
      gaveUpBy: 'none',
      urgent: ticket.urgent,
      deferMs: 0,
      submitMs: null,
    };
  }

  #attempt(ticket: Ticket, open: Open): RawAttempt {
    return {
      replication: this.#replication,
      entity: ticket.entity,
      number: open.number,
      target: open.target,
      sentMs: open.sentAt / 1000,
      endedMs: null,
      class: null,
      reason: '',
      status: null,
      tokens: 0,
      waitMs: open.waited / 1000,
    };
  }
}
