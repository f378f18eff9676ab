import type { Cause } from '../dialects/cause.ts';
import type { Micros } from '../kernel/clock.ts';
import type { Request, WireFacts } from '../kernel/transport.ts';
import type { LostEffect, RefusingEffect, ServingEffect } from './faults/effect.ts';
import type { CapacityForm, Model } from './model.ts';
import type { Said } from './said.ts';

const never = Number.POSITIVE_INFINITY;

/** What refused an attempt: the network before it arrived, the request's own size, a quota, a fault, full slots. */
export type RefusedBy = 'network' | 'hard' | 'quota' | 'fault' | 'capacity';

/**
 * What a provider sends, told to a server at the instant at which it is known: at once, or when the queue grants a slot.
 * Instants are those at which it reaches the client.
 */
export interface Answer {
  /** Undefined: the attempt has a slot. */
  readonly refusedBy?: RefusedBy | undefined;
  /** When the headers come; Infinity: never. */
  readonly headersAt: Micros;
  /** When the first token comes, Infinity: none does; from one to the next, microseconds; how many come in a stream. */
  readonly firstAt: Micros;
  readonly step: number;
  readonly tokens: number;
  /** What goes wrong while the slot is held. */
  readonly fault?: ServingEffect['kind'] | undefined;
  /** What is sent instead of an answer, or inside a stream after its tokens. */
  readonly error?: Said | undefined;
}

/** The answer that a refusal is. `now` is its instant at the client, `after` how long it takes to leave. */
export function refusalOf(
  model: Model,
  request: Request,
  why: Cause | LostEffect | RefusingEffect,
  facts: WireFacts,
  { now, after, form }: { readonly now: Micros; readonly after: number; readonly form: CapacityForm | undefined },
): Answer {
  const atOnce = { headersAt: now + after, firstAt: never, step: 0, tokens: 0 };
  if (typeof why === 'object') {
    if (why.kind === 'lost') return { ...atOnce, headersAt: never, refusedBy: 'network' };
    const { said } = (request.stream && why.inStream) || why;
    return { ...atOnce, refusedBy: 'fault', error: said };
  }
  const error = model.refusal(why, facts.how === 'stream' ? 'stream' : 'status', facts, request);
  const refusedBy = why === 'capacity' ? why : why === 'context_length' || why === 'request_too_large' ? 'hard' : 'quota';
  if (form === undefined || form.tokens === 0) return { ...atOnce, refusedBy, error };
  return { refusedBy, headersAt: now, firstAt: now + form.firstAfter, step: form.step, tokens: form.tokens, error };
}
