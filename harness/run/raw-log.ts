import type { Outcome } from '../../reports/result/outcome.ts';
import type { PassedOver, RawAttempt, RawRequest } from '../../reports/result/raw.ts';
import type { WireFacts } from '../../sim/kernel/transport.ts';
import type { Settled } from '../client/settled.ts';
import type { Ticket } from './ticket.ts';

/** An attempt under way. */
interface Open {
  /** Which of the request's attempts it is, and which of those to its target. */
  readonly number: number;
  readonly send: number;
  readonly target: string;
  readonly sentAt: number;
  readonly waited: number;
}

/** A request under way. */
interface Life {
  /** When its last attempt ended; its arrival before that. */
  endedAt: number;
  target: string;
  open: Open[];
}

/**
 * Every request and attempt of one replication, for `--raw` and for `explain`; in the order in which they ended, then
 * those in flight at the end in the order of their arrival.
 */
export class RawLog {
  readonly requests: RawRequest[] = [];
  readonly attempts: RawAttempt[] = [];
  readonly passedOver: PassedOver[] = [];
  readonly #replication: number;
  readonly #lives = new Map<Ticket, Life>();

  constructor(replication: number) {
    this.#replication = replication;
  }

  arrived(ticket: Ticket): void {
    this.#lives.set(ticket, { endedAt: ticket.arrivedAt, target: '', open: [] });
  }

  sent(ticket: Ticket, target: string, send: number, now: number, copy: boolean): void {
    const life = this.#lives.get(ticket);
    if (life === undefined) return;
    life.target = target;
    // Nothing waits for a copy.
    life.open.push({ number: ticket.attempts, send, target, sentAt: now, waited: copy ? 0 : now - life.endedAt });
  }

  goesPast(ticket: Ticket, target: string, now: number, why: string): void {
    this.passedOver.push({ entity: ticket.entity, atMs: now / 1000, target, why });
  }

  ended(ticket: Ticket, target: string, send: number, now: number, outcome: Outcome, tokens: number, facts: WireFacts | undefined): void {
    const life = this.#lives.get(ticket);
    const index = life?.open.findIndex((one) => one.send === send && one.target === target) ?? -1;
    const open = life?.open[index];
    if (life === undefined || open === undefined) return;
    life.open.splice(index, 1);
    life.endedAt = now;
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
    this.#lives.delete(ticket);
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
    for (const [ticket, life] of this.#lives) {
      this.requests.push(this.#request(ticket, life.target));
      for (const open of life.open) this.attempts.push(this.#attempt(ticket, open));
    }
    this.#lives.clear();
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
