import { type DialectName, dialectOf } from '../../../sim/dialects/registry.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';
import type { Cell } from '../truth/cells.ts';

/** What all attempts of a call meet: as a server sends it, and as a strategy sees it. */
export interface Meeting extends Cell {
  readonly facts: (dialect: DialectName) => WireFacts;
}

/** More than any of these clients sends; the attempt after them would be answered, and be one too many. */
const always = 13;
/** Longer than all waits between thirteen attempts. */
const longMs = 3 * 3_600_000;

function answered(name: string, status: number, retryAfter?: number): Meeting {
  const body = { error: { type: 'error', message: 'No' } };
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return {
    name,
    replies: Array.from({ length: always }, () => ({ status, headers, body })),
    limitMs: longMs,
    facts: () => ({
      how: 'reply',
      status,
      errorType: 'error',
      message: 'No',
      ...(retryAfter !== undefined && { retryAfterMs: retryAfter * 1000 }),
      afterTokens: 0,
      complete: true,
    }),
  };
}

function refused(name: string, reply: object, facts: Meeting['facts'], stream?: true): Meeting {
  const replies = Array.from({ length: always }, () => reply);
  return { name, replies, limitMs: longMs, ...(stream && { stream }), facts };
}

export const meetings: readonly Meeting[] = [
  answered('429', 429),
  answered('429 that asks for 3 s', 429, 3),
  answered('429 that asks for nothing', 429, 0),
  answered('429 that asks for a minute', 429, 60),
  answered('429 that asks for 61 s', 429, 61),
  answered('503', 503),
  answered('503 that asks for 3 s', 503, 3),
  ...[400, 401, 408, 409, 413, 500, 529].map((status) => answered(String(status), status)),
  refused('quota', { refuse: 'quota' }, (dialect) => dialectOf(dialect).errors('model').facts('quota', 'status')),
  refused('a lost connection', { refuse: 'reset' }, () => ({ how: 'reset', afterTokens: 0, complete: false })),
  refused(
    'an error inside a stream',
    { refuse: 'capacity', inStream: true },
    (dialect) => dialectOf(dialect).errors('model').facts('capacity', 'stream'),
    true,
  ),
];
