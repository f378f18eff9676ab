import type { ErrorReply } from '../../error-reply.ts';
import { invalidRequest } from '../request-errors.ts';

const usual = 20;
const most = 1000;

/** A page of what there is, the newest first: behind `after_id`, or the last ones in front of `before_id`. */
export function pageOf<Entry>(
  entries: readonly (readonly [id: string, entry: Entry])[],
  { query, requestId }: { readonly query: Readonly<Record<string, unknown>>; readonly requestId: string },
  write: (id: string, entry: Entry) => object,
): { readonly json: object } | ErrorReply {
  const limit = query.limit === undefined ? usual : Number(query.limit);
  if (!Number.isInteger(limit)) return invalidRequest('limit: Input should be a valid integer', requestId);
  if (limit < 1) return invalidRequest('limit: Input should be greater than or equal to 1', requestId);
  if (limit > most) return invalidRequest(`limit: Input should be less than or equal to ${most}`, requestId);
  const { after_id, before_id } = query;
  const placeOf = (cursor: unknown): number => entries.findIndex(([id]) => id === cursor);
  // UNVERIFIED: a cursor of nothing brings an empty page.
  const from = after_id === undefined ? 0 : placeOf(after_id) < 0 ? entries.length : placeOf(after_id) + 1;
  const to = before_id === undefined ? entries.length : Math.max(0, placeOf(before_id));
  const there = entries.slice(from, to);
  const page = before_id === undefined ? there.slice(0, limit) : there.slice(-limit);
  const data = page.map(([id, entry]) => write(id, entry));
  return { json: { data, has_more: there.length > page.length, first_id: page[0]?.[0] ?? null, last_id: page.at(-1)?.[0] ?? null } };
}
