import { z } from 'zod';
import type { ErrorTable } from '../../dialects/dialect.ts';
import { readError } from '../../dialects/read-error.ts';
import { exactlyOne } from '../../kernel/tagged.ts';
import { count, duration, number, shown } from '../../kernel/units.ts';
import type { ScriptReply } from '../spec.ts';
import type { Effect } from './effect.ts';
import { refusalName } from './options.ts';
import type { ReadWritten } from './read-written.ts';
import { inStreamToo, isError, refusalEffect } from './refusal.ts';

const tags = ['refuse', 'status', 'cut', 'stall', 'malformed', 'reset', 'empty', 'slow'] as const;

/** What may stand beside which tag. */
const beside = { retryAfter: 'refuse', inStream: 'refuse', headers: 'status', body: 'status', after: 'stall' } as const;

function tokens(what: string) {
  return count()
    .optional()
    .describe(what)
    .meta({ examples: [40] });
}

const shape = {
  refuse: refusalName.optional(),
  retryAfter: duration
    .optional()
    .describe('The wait that is sent with `refuse`')
    .meta({ examples: ['3s'] }),
  inStream: z
    .boolean()
    .optional()
    .describe('Whether who asks for a stream is told by an error event inside a 200; errors of the dialect only')
    .meta({ examples: [true] }),
  status: number(200, 'an HTTP status')
    .refine((status) => Number.isInteger(status) && status <= 599, { error: 'expected an HTTP status from 200 to 599' })
    .optional()
    .describe('Answers with this status at once')
    .meta({ examples: [503] }),
  headers: z
    .record(
      z.string().refine((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name), {
        error: (issue) => `expected the name of a header, found ${shown(issue.input)}`,
      }),
      z
        .string()
        .refine((value) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value), {
          error: (issue) => `expected the text of a header, found ${shown(issue.input)}`,
        })
        .describe('Value of a header')
        .meta({ examples: ['3'] }),
    )
    .optional()
    .describe('Headers beside `status`')
    .meta({ examples: [{ 'retry-after': '3' }] }),
  body: z
    .unknown()
    .optional()
    .describe('Body beside `status`: text, or a value that is sent as JSON')
    .meta({ examples: [{ error: { message: 'busy' } }] }),
  cut: tokens('Closes the connection in good order after so many output tokens, without an end marker'),
  stall: duration
    .optional()
    .describe('Falls silent for so long, then closes the connection')
    .meta({ examples: ['30s'] }),
  after: tokens('Output tokens before `stall`; 0 by default'),
  malformed: tokens('Sends one unreadable line after so many output tokens'),
  reset: tokens('Loses the connection after so many output tokens'),
  empty: z
    .literal(true)
    .optional()
    .describe('A good answer without a single token')
    .meta({ examples: [true] }),
  slow: number(1, 'a factor')
    .optional()
    .describe('How many times longer everything takes')
    .meta({ examples: [3] }),
};

const fault = exactlyOne('reply', tags, z.strictObject(shape)).check((context) => {
  for (const [key, tag] of Object.entries(beside)) {
    if (context.value[key as keyof typeof beside] === undefined || context.value[tag] !== undefined) continue;
    context.issues.push({ code: 'custom', input: context.value, path: [key], message: `${key} stands beside ${tag} only` });
  }
  const { refuse, inStream } = context.value;
  if (inStream === undefined || refuse === undefined || isError(refuse)) return;
  context.issues.push({ code: 'custom', input: inStream, path: ['inStream'], message: `${refuse} is no error that a stream could hold` });
});

/** One entry of a script: `ok`, or exactly one thing that goes wrong. */
export const reply = z
  .union([
    z
      .literal('ok')
      .describe('Served as ever')
      .meta({ examples: ['ok'] }),
    fault.describe('One thing that goes wrong').meta({ examples: [{ cut: 40 }] }),
  ])
  .describe('What happens to one attempt')
  .meta({ examples: ['ok', { refuse: 'rate_limited', retryAfter: '3s' }, { cut: 40 }] }) as z.ZodType<ScriptReply, unknown>;

/** What a reply does to the attempts of one model; undefined for `ok`. */
export function replyEffect(written: ScriptReply, errors: ErrorTable, read: ReadWritten = readError): Effect | undefined {
  if (written === 'ok') return undefined;
  if ('refuse' in written) {
    const effect = refusalEffect(written.refuse, errors, written.retryAfter);
    return written.inStream === true ? inStreamToo(effect, errors) : effect;
  }
  if ('status' in written) {
    const { status, headers = {}, body } = written;
    return { kind: 'refuse', facts: Object.freeze(read(status, headers, body)), said: { literally: { status, headers, body } } };
  }
  if ('cut' in written) return { kind: 'cut', after: written.cut, factor: 1 };
  if ('stall' in written) return { kind: 'stall', after: written.after ?? 0, ms: written.stall, factor: 1 };
  if ('malformed' in written) return { kind: 'malformed', after: written.malformed, factor: 1 };
  if ('reset' in written) return { kind: 'reset', after: written.reset, factor: 1 };
  if ('slow' in written) return { kind: 'slow', factor: written.slow };
  return { kind: 'empty', factor: 1 };
}
