import type { AttemptClass, Outcome } from '../../../reports/result/outcome.ts';
import type { End } from '../../../sim/kernel/transport.ts';
import type { AttemptRecord, Watcher } from '../../../sim/server/attempt-record.ts';
import type { Mark, Marked } from '../../../sim/server/mark.ts';
import { mostSends } from '../../client/most-sends.ts';
import type { Observer } from '../../client/observer.ts';
import type { Ledger } from '../../conduct/ledger.ts';
import type { Step } from '../../conduct/story.ts';
import { toldTryOf } from '../../conduct/told-try.ts';
import { byShape } from '../../strategy/classify/by-shape.ts';
import type { Call } from './call.ts';
import { entitiesIn } from './foreign-request.ts';

/** From here on count attempts that belong to nobody; below are requests of the workload. */
const nobody = 2 ** 31;

export interface AttemptsOptions {
  readonly observer: Observer;
  readonly ledger: Ledger;
  readonly callOf: (entity: number) => Call | undefined;
  /** The request in whose course something is called; undefined where nobody knows. */
  readonly calling: () => number | undefined;
}

/** What the server sees of the code's attempts, told to the books of the client's side as its own clients would tell it. */
export interface Attempts {
  /** Before this there are no requests, and every attempt is nobody's. */
  begin(options: AttemptsOptions): void;
  readonly watcher: Watcher;
  markOf(request: Marked): Mark;
  /** Attempts that no request could be told of. */
  readonly unknown: number;
  /** A request that is sent without an end. */
  readonly endless: Call | undefined;
}

const cancelled: Outcome = { class: 'cancelled', reason: 'client' };
/** The code gives an attempt up while its request goes on: a time limit of its own. */
const gaveUp: Outcome = { class: 'timeout', reason: 'client' };

export function watchAttempts(): Attempts {
  const classify = byShape.create({}, undefined);
  let options: AttemptsOptions | undefined;
  let unknown = 0;
  let endless: Call | undefined;
  /** Told by the sender of the attempt whose mark was read last: that attempt begins in the same breath. */
  let told: number | undefined;
  /** Under way: whose each is stays as it was at its send, even when its job is submitted again meanwhile. */
  const underWay = new Map<Readonly<AttemptRecord>, { readonly call: Call; readonly step: Step }>();
  const callOf = (entity: number | undefined): Call | undefined => (entity === undefined ? undefined : options?.callOf(entity));

  /** Of several ids, as a chat with its history has them, the caller's own, else the last. */
  const ownerOf = (body: unknown): Call | undefined => {
    const calling = options?.calling();
    const ids = entitiesIn(body);
    return callOf(ids.length === 0 || (calling !== undefined && ids.includes(calling)) ? calling : ids.at(-1));
  };

  const ended = (record: Readonly<AttemptRecord>, end: End | undefined, hintMs: number | undefined): void => {
    const known = underWay.get(record);
    if (known === undefined) return;
    underWay.delete(record);
    const { call, step } = known;
    const { model, number, tokensWritten, firstTokenAt, endedAt, stream } = record;
    const outcome = end === undefined ? (call.over ? cancelled : gaveUp) : classify(end.facts);
    if (outcome.class === 'ok') {
      call.answered = true;
      call.tokens = end?.tokens ?? 0;
      call.firstTokenAt = stream ? firstTokenAt : undefined;
    }
    call.ended(endedAt, outcome);
    options?.ledger.ended(call.entry, step, conductOf(end, outcome, hintMs), endedAt);
    options?.observer.ended(call.ticket, model, number, outcome, end?.tokens ?? tokensWritten, end?.facts);
  };

  return {
    begin(begun) {
      options = begun;
    },
    watcher: {
      began(record) {
        const { entity, model, number, receivedAt } = record;
        const call = callOf(entity);
        if (call === undefined || options === undefined) return;
        call.began(receivedAt);
        if (call.attempts > mostSends) endless ??= call;
        underWay.set(record, { call, step: options.ledger.began(call.entry, { model, toldTry: told }, receivedAt) });
        options.observer.sent(call.ticket, model, number);
      },
      attempt(record, end, waitMs) {
        ended(record, end, waitMs?.());
      },
    },
    markOf({ headers, body, model }) {
      told = toldTryOf(headers);
      const call = ownerOf(body);
      if (call === undefined) return { entity: nobody + unknown++, number: 0, output: undefined, input: undefined };
      const { entity, outputTokens, inputTokens } = call.ticket;
      return { entity, number: call.nextTry(model), output: outputTokens, input: inputTokens };
    },
    get unknown() {
      return unknown;
    },
    get endless() {
      return endless;
    },
  };
}

/** What a client does badly is told of what it was told: what it gave up itself has no class. */
function conductOf(
  end: End | undefined,
  { class: outcome }: Outcome,
  hintMs: number | undefined,
): { readonly class?: AttemptClass; readonly hintMs?: number | undefined } {
  return end === undefined ? {} : { class: outcome, hintMs };
}
