import type { Attempt, WireFacts } from '../kernel/transport.ts';
import type { ServingEffect } from './faults/effect.ts';
import type { Model } from './model.ts';

const never = Number.POSITIVE_INFINITY;

/** What an admitted attempt will do, known at its admission; microseconds after it, as the provider sees them. */
export interface Plan {
  /** When headers leave: at once for a stream, with the body otherwise. */
  readonly headersAfter: number;
  readonly firstAfter: number;
  /** Microseconds from one token to the next. */
  readonly step: number;
  readonly endAfter: number;
  /** When the client's bound on silence between signs of life passes; Infinity: never. */
  readonly silentAfter: number;
  /** Output tokens sent until the end. */
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
    const silentAfter = idle === never ? never : silence(idle, firstAfter, step, outputTokens);
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
  let silentAfter = idle === never ? never : silence(idle, Math.min(firstAfter, lastSign), step, fate.tokens);
  if (fate.pauseMicros > idle) silentAfter = Math.min(silentAfter, lastSign + idle);
  return {
    headersAfter: stream ? 0 : endAfter,
    firstAfter,
    step,
    endAfter,
    silentAfter,
    tokens: fate.tokens,
    natural: 'cutOrFailed',
    facts: fate.facts,
  };
}

/** When silence of more than `idle` begins to be one: before the first token, or between two. */
function silence(idle: number, firstAfter: number, step: number, tokens: number): number {
  if (firstAfter > idle) return idle;
  return step > idle && tokens > 1 ? Math.round(firstAfter + idle) : never;
}

interface Fate {
  readonly tokens: number;
  /** Without a token: the end comes with the headers, else when the first token would have come. */
  readonly atOnce: boolean;
  /** Silence between the last token and the end. */
  readonly pauseMicros: number;
  readonly facts: WireFacts;
}

function fateOf(model: Model, effect: ServingEffect, stream: boolean, outputTokens: number): Fate {
  const how = stream ? 'stream' : 'reply';
  switch (effect.kind) {
    case 'cut': {
      const tokens = Math.min(effect.after, outputTokens);
      return { tokens, atOnce: true, pauseMicros: 0, facts: { how, status: 200, afterTokens: tokens, complete: false } };
    }
    case 'stall': {
      const tokens = Math.min(effect.after, outputTokens);
      return {
        tokens,
        atOnce: true,
        pauseMicros: Math.round(effect.ms * 1000),
        facts: { how, status: 200, afterTokens: tokens, complete: false },
      };
    }
    case 'malformed': {
      const tokens = Math.min(effect.after, outputTokens);
      return { tokens, atOnce: false, pauseMicros: 0, facts: { how, status: 200, afterTokens: tokens, complete: true, parsed: false } };
    }
    case 'reset': {
      const tokens = Math.min(effect.after, outputTokens);
      return { tokens, atOnce: true, pauseMicros: 0, facts: { how: 'reset', afterTokens: tokens, complete: false } };
    }
    case 'empty':
      return { tokens: 0, atOnce: false, pauseMicros: 0, facts: { how, status: 200, afterTokens: 0, complete: true } };
    case 'hang':
      return { tokens: 0, atOnce: true, pauseMicros: never, facts: { how: 'silent', afterTokens: 0, complete: false } };
    case 'stream-overload': {
      const tokens = Math.min(effect.after, outputTokens);
      return { tokens, atOnce: true, pauseMicros: 0, facts: model.overloadFacts(tokens) };
    }
    case 'slow':
      throw new Error('a slow answer keeps its own plan');
  }
}
