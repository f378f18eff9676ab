import type { Api } from '../api.ts';
import type { Cause } from '../cause.ts';
import type { ErrorReply } from '../error-reply.ts';
import type { ErrorRow, ErrorShape } from '../error-table.ts';
import { fieldsOf, stringOf } from '../reading/fields.ts';
import { misuseReply, shortened } from './request-errors.ts';

/** How somebody else says what OpenAI would say of a request that reaches no model. */
export interface OwnWords {
  /** One of OpenAI's errors in another shape. A 400 has the status of the dialect's own invalid requests. */
  reword(reply: ErrorReply): ErrorReply;
  readonly misuse: Api['misuse'];
}

/** OpenAI alone explains how it reads requests. */
const hint = / \(HINT: .*\)$/s;

/**
 * The texts of OpenAI in the shape of the dialect whose errors these are. UNVERIFIED for all of them: what they say of a
 * request with something wrong in it.
 */
export function wordsOf(rows: Readonly<Record<Cause, ErrorRow>>, shape: ErrorShape): OwnWords {
  const said = (row: ErrorRow, status: number, text: string): ErrorReply => {
    const one = { ...row, status };
    return { status, headers: { ...shape.headers, ...shape.headersOf?.(one) }, body: shape.body(one, text, 'status', {}) };
  };
  const reword = ({ status, body }: ErrorReply): ErrorReply => {
    const error = fieldsOf(fieldsOf(body)?.error);
    const row = { ...(status >= 500 ? rows.server_error : rows.client_error), param: stringOf(error?.param) };
    return said(row, status === 400 ? row.status : status, (stringOf(error?.message) ?? '').replace(hint, ''));
  };
  return {
    reword,
    misuse(misuse) {
      if (misuse.kind !== 'no-such-model') return reword(misuseReply(misuse));
      return said(rows.not_found, rows.not_found.status, rows.not_found.message({}, shortened(misuse.model)));
    },
  };
}
