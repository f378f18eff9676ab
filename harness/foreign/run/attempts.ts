import type { Outcome } from '../../../reports/result/outcome.ts';
import type { End } from '../../../sim/kernel/transport.ts';
import type { AttemptRecord, Watcher } from '../../../sim/server/attempt-record.ts';
import type { Mark, Marked } from '../../../sim/server/mark.ts';
import type { Observer } from '../../client/client.ts';
import type { Ticket } from '../../run/ticket.ts';
import { byShape } from '../../strategy/classify/by-shape.ts';
import type { Call } from './call.ts';
import { entityIn } from './foreign-request.ts';

/** From here on count attempts that belong to nobody; below are requests of the workload. */
const nobody = 2 ** 31;

export interface AttemptsOptions {
  readonly observer: Observer;
  readonly callOf: (entity: number) => Call | undefined;
  /** The request in whose course something is called; undefined where nobody knows. */
  readonly calling: () => number | undefined;
}

/** What the server sees of the code's attempts, told to the books of the client's side as its own clients would tell it. */
export interface Attempts {
  readonly watcher: Watcher;
  markOf(request: Marked): Mark;
  /** Attempts that no request could be told of. */
  readonly unknown: number;
}

const cancelled: Outcome = { class: 'cancelled', reason: 'client' };
/** The code gives an attempt up while its request goes on: a time limit of its own. */
const gaveUp: Outcome = { class: 'timeout', reason: 'client' };

export function watchAttempts({ observer, callOf, calling }: AttemptsOptions): Attempts {
  const classify = byShape.create({}, undefined);
  /** Sends of a request so far, by where they go. */
  const sends = new Map<string, number>();
  let unknown = 0;

  const ended = (
    call: Call,
    { model, number, tokensWritten, firstTokenAt, endedAt, stream }: Readonly<AttemptRecord>,
    end: End | undefined,
  ): void => {
    const outcome = end === undefined ? (call.over ? cancelled : gaveUp) : classify(end.facts);
    if (outcome.class === 'ok') {
      call.answered = true;
      call.tokens = end?.tokens ?? 0;
      call.firstTokenAt = stream ? firstTokenAt : undefined;
    }
    call.ended(endedAt, outcome);
    observer.ended(call.ticket, model, number, outcome, end?.tokens ?? tokensWritten, end?.facts);
  };

  return {
    watcher: {
      began({ entity, model, number, receivedAt }) {
        const call = callOf(entity);
        call?.began(receivedAt);
        if (call !== undefined) observer.sent(call.ticket, model, number);
      },
      attempt(record, end) {
        const call = callOf(record.entity);
        if (call !== undefined) ended(call, record, end);
      },
    },
    markOf({ url, body }) {
      const entity = entityIn(body) ?? calling();
      const ticket: Ticket | undefined = entity === undefined ? undefined : callOf(entity)?.ticket;
      if (ticket === undefined) return { entity: nobody + unknown++, number: 0, output: undefined, input: undefined };
      const place = `${ticket.entity} ${modelIn(body) ?? url}`;
      const number = sends.get(place) ?? 0;
      sends.set(place, number + 1);
      return { entity: ticket.entity, number, output: ticket.outputTokens, input: ticket.inputTokens };
    },
    get unknown() {
      return unknown;
    },
  };
}

function modelIn(body: unknown): string | undefined {
  const model = typeof body === 'object' && body !== null && 'model' in body ? body.model : undefined;
  return typeof model === 'string' ? model : undefined;
}
