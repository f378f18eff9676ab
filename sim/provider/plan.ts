import type { Attempt, WireFacts } from '../kernel/transport.ts';
import type { ServingEffect } from './faults/effect.ts';
import type { Model } from './model.ts';
import { silenceAfter } from './silence.ts';

const never = Number.POSITIVE_INFINITY;

/** What an admitted attempt will do, known at its admission; microseconds after it, as the provider sees them. */
export interface Plan {
  /** When headers leave: at once for a stream, with the body otherwise, never when it hangs. */
  readonly headersAfter: number;
  readonly firstAfter: number;
  /** Microseconds from one token to the next. */
  readonly step: number;
  readonly endAfter: number;
  /** When the client's bound on silence between signs of life passes; Infinity: never. */
  readonly silentAfter: number;
  /** Output tokens produced until the end; `facts.afterTokens` of them reach the client. */
  readonly tokens: number;
  readonly natural: 'completed' | 'cutOrFailed';
  readonly facts: WireFacts;
}

/** Draws the service time from `u` and lets the fault, if there is one, change what comes of it. */
export function planOf(model: Model, attempt: Attempt, u: number, effect: ServingEffect | undefined): Plan {
  const { stream, inputTokens, outputTokens } = attempt.request;
  const factor = model.pool.slowdown() * (effect?.factor ?? 1) * 1000;
  const firstMs = model.service.firstMs(u, inputTokens, outputTokens);
  const totalMs = model.service.totalMs(firstMs, outputTokens);
  const firstAfter = Math.round(firstMs * factor);
  const whole = Math.round(totalMs * factor);
  const step = outputTokens > 0 ? ((totalMs - firstMs) * factor) / outputTokens : 0;
  const idle = attempt.maxIdleMs === undefined || !stream ? never : Math.round(attempt.maxIdleMs * 1000);
  if (effect === undefined || effect.kind === 'slow') {
    // The end is a sign of life too, one step after the last token.
    const silentAfter = idle === never ? never : silenceAfter(idle, firstAfter, step, outputTokens + 1);
    return {
      headersAfter: stream ? 0 : whole,
      firstAfter,
      step,
      endAfter: whole,
      silentAfter,
      tokens: outputTokens,
      natural: 'completed',
      facts: model.okFacts(stream, outputTokens),
    };
  }
  const fate = fateOf(model, effect, stream, outputTokens);
  const lastSign = fate.tokens === 0 ? (fate.atOnce ? 0 : firstAfter) : Math.round(firstAfter + (fate.tokens - 1) * step);
  const endAfter = lastSign + fate.pauseMicros;
  const hangs = effect.kind === 'hang';
  let silentAfter = idle === never || hangs ? never : silenceAfter(idle, Math.min(firstAfter, lastSign), step, fate.tokens);
  if (fate.pauseMicros > idle && !hangs) silentAfter = Math.min(silentAfter, lastSign + idle);
  return {
    headersAfter: stream && !hangs ? 0 : endAfter,
    firstAfter,
    step,
    endAfter,
    silentAfter,
    tokens: fate.tokens,
    natural: 'cutOrFailed',
    facts: fate.facts,
  };
}

interface Fate {
  /** Produced until then. */
  readonly tokens: number;
  /** Without a token: the end comes with the headers, else when the first token would have come. */
  readonly atOnce: boolean;
  /** Silence between the last token and the end. */
  readonly pauseMicros: number;
  readonly facts: WireFacts;
}

function fateOf(model: Model, effect: ServingEffect, stream: boolean, outputTokens: number): Fate {
  const how = stream ? 'stream' : 'reply';
  const tokens = 'after' in effect ? Math.min(effect.after, outputTokens) : 0;
  // A plain reply that is not whole brings nothing.
  const afterTokens = stream ? tokens : 0;
  switch (effect.kind) {
    case 'cut':
      return { tokens, atOnce: true, pauseMicros: 0, facts: { how, status: 200, afterTokens, complete: false } };
    case 'stall':
      return {
        tokens,
        atOnce: true,
        pauseMicros: Math.round(effect.ms * 1000),
        facts: { how, status: 200, afterTokens, complete: false },
      };
    case 'malformed':
      return { tokens, atOnce: false, pauseMicros: 0, facts: { how, status: 200, afterTokens, complete: true, parsed: false } };
    case 'reset':
      return { tokens, atOnce: true, pauseMicros: 0, facts: { how: 'reset', afterTokens, complete: false } };
    case 'empty':
      return { tokens: 0, atOnce: false, pauseMicros: 0, facts: { how, status: 200, afterTokens: 0, complete: true } };
    case 'hang':
      return { tokens: 0, atOnce: true, pauseMicros: never, facts: { how: 'silent', afterTokens: 0, complete: false } };
    case 'stream-overload':
      return { tokens, atOnce: true, pauseMicros: 0, facts: model.overloadFacts(stream, tokens) };
    case 'slow':
      throw new Error('a slow answer keeps its own plan');
  }
}
