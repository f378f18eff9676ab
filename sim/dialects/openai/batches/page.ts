import type { ErrorReply } from '../../error-reply.ts';
import { invalidRequest } from '../request-errors.ts';

export interface PageOptions {
  readonly query: Readonly<Record<string, unknown>>;
  readonly usual: number;
  readonly most: number;
}

/** A page of what there is, from behind `after` on. UNVERIFIED: what a cursor of nothing brings; here an empty page. */
export function pageOf<Entry>(
  entries: readonly (readonly [id: string, entry: Entry])[],
  { query, usual, most }: PageOptions,
  write: (id: string, entry: Entry) => object,
): { readonly json: object } | ErrorReply {
  const limit = query.limit === undefined ? usual : Number(query.limit);
  if (!Number.isInteger(limit)) return invalidRequest("Invalid type for 'limit': expected an integer.", 'limit', 'invalid_type');
  if (limit < 1) return invalidRequest(bound('below minimum', '>= 1', limit), 'limit', 'integer_below_min_value');
  if (limit > most) return invalidRequest(bound('above maximum', `<= ${most}`, limit), 'limit', 'integer_above_max_value');
  const { after } = query;
  const cursor = typeof after === 'string' && after !== '' ? entries.findIndex(([id]) => id === after) : -1;
  const from = typeof after === 'string' && after !== '' && cursor < 0 ? entries.length : cursor + 1;
  const page = entries.slice(from, from + limit);
  const data = page.map(([id, entry]) => write(id, entry));
  return {
    json: {
      object: 'list',
      data,
      first_id: page[0]?.[0] ?? null,
      last_id: page.at(-1)?.[0] ?? null,
      has_more: from + limit < entries.length,
    },
  };
}

function bound(what: string, expected: string, found: number): string {
  return `Invalid 'limit': integer ${what} value. Expected a value ${expected}, but got ${found} instead.`;
}
