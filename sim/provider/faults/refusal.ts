import type { Cause } from '../../dialects/cause.ts';
import type { ErrorTable } from '../../dialects/dialect.ts';
import type { WireFacts } from '../../kernel/transport.ts';
import type { RefusalName } from '../spec.ts';
import type { Effect } from './effect.ts';

/** What `as` and `refuse` take. */
export const refusalNames = [
  'capacity',
  'rate_limited',
  'quota',
  'auth',
  'permission',
  'not_found',
  'client_error',
  'server_error',
  'connection',
  'reset',
  'hang',
  'stream-overload',
] as const satisfies readonly RefusalName[];

const refused: WireFacts = Object.freeze({ how: 'refused', afterTokens: 0, complete: false });
const reset: WireFacts = Object.freeze({ how: 'reset', afterTokens: 0, complete: false });

/** A refusal by its name: two are the network's, two happen while the slot is held, the rest are errors of the dialect. */
export function refusalEffect(name: RefusalName, errors: ErrorTable, retryAfterMs?: number): Effect {
  switch (name) {
    case 'connection':
      return { kind: 'lost', facts: refused };
    case 'reset':
      return { kind: 'lost', facts: reset };
    case 'hang':
      return { kind: 'hang', factor: 1 };
    case 'stream-overload':
      return { kind: 'stream-overload', after: 0, factor: 1 };
    default:
      return {
        kind: 'refuse',
        facts: refusalFacts(name, errors, retryAfterMs),
        said: { cause: name, form: 'status', detail: { waitMs: retryAfterMs } },
      };
  }
}

/** The network loses these two, and those two happen while the slot is held. */
export function isError(name: RefusalName): boolean {
  return !['connection', 'reset', 'hang', 'stream-overload'].includes(name);
}

/** The same, and to who asks for a stream as an error event inside it. */
export function inStreamToo(effect: Effect, errors: ErrorTable): Effect {
  if (effect.kind !== 'refuse' || 'literally' in effect.said) return effect;
  const { cause, detail } = effect.said;
  const form = 'stream';
  return { ...effect, inStream: { facts: Object.freeze(errors.detailed(cause, form, detail)), said: { cause, form, detail } } };
}

function refusalFacts(cause: Cause, errors: ErrorTable, waitMs: number | undefined): WireFacts {
  return waitMs === undefined ? errors.facts(cause, 'status') : errors.detailed(cause, 'status', { waitMs });
}
