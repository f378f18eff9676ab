import type { Outcome } from '../../reports/result/outcome.ts';
import type { RawAttempt, RawRequest } from '../../reports/result/raw.ts';
import type { WireFacts } from '../../sim/kernel/transport.ts';
import type { RequestRun } from '../client/client.ts';
import type { Ticket } from './ticket.ts';

/** Every request and attempt of one replication, for `--raw` and for `explain`; in the order in which they ended. */
export class RawLog {
  readonly requests: RawRequest[] = [];
  readonly attempts: RawAttempt[] = [];
  readonly #replication: number;
  readonly #open = new Map<Ticket, { number: number; target: string; sentAt: number; endedAt: number; waited: number }>();

  constructor(replication: number) {
    this.#replication = replication;
  }

  sent(ticket: Ticket, target: string, _number: number, now: number): void {
    const before = this.#open.get(ticket);
    const waited = now - (before?.endedAt ?? ticket.arrivedAt);
    this.#open.set(ticket, { number: ticket.attempts, target, sentAt: now, endedAt: now, waited });
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
      replication: this.#replication,
      entity: ticket.entity,
      number: open.number,
      target,
      sentMs: open.sentAt / 1000,
      endedMs: now / 1000,
      class: outcome.class,
      reason: outcome.reason,
      status: facts?.status ?? null,
      tokens,
      waitMs: open.waited / 1000,
    });
  }

  finished(ticket: Ticket, run: RequestRun, target: string): void {
    this.#open.delete(ticket);
    this.requests.push({
      replication: this.#replication,
      entity: ticket.entity,
      client: ticket.client,
      arrivedMs: ticket.arrivedAt / 1000,
      outcome: run.class,
      reason: run.reason,
      latencyMs: (run.endedAt - ticket.arrivedAt) / 1000,
      queueWaitMs: run.queueWait / 1000,
      backoffMs: run.backoff / 1000,
      firstTokenMs: run.firstTokenAt === undefined ? null : (run.firstTokenAt - ticket.arrivedAt) / 1000,
      attempts: ticket.attempts,
      target,
      tokens: run.tokens,
      gaveUpBy: run.gaveUp,
    });
  }
}
