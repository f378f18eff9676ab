import type { BatchLine } from '../../batch-api.ts';
import type { ErrorReply } from '../../error-reply.ts';
import { type Fields, fieldsOf, parsedJson, stringOf } from '../../reading/fields.ts';
import { requestBytes } from '../../shelf.ts';
import { invalidRequest } from '../request-errors.ts';
import { mostRequests } from './bounds.ts';

const customIds = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * The requests of a batch, and the memory they take; or the first thing that is wrong with the list of them. What is wrong with
 * a request's `params` is its result: they are looked at when it runs. UNVERIFIED: the texts.
 */
export function readRequests(
  body: unknown,
  requestId: string,
): { readonly lines: readonly BatchLine[]; readonly bytes: number } | { readonly refused: ErrorReply } {
  const requests = fieldsOf(body)?.requests;
  const wrong = wrongWithList(requests);
  if (wrong !== undefined) return { refused: invalidRequest(wrong, requestId) };
  const seen = new Set<string>();
  const lines: BatchLine[] = [];
  let bytes = 0;
  for (const [index, request] of (requests as readonly unknown[]).entries()) {
    const fields = fieldsOf(request);
    const said = fields === undefined ? `requests.${index}: Input should be an object` : wrongWith(fields, index, seen);
    const text = said === undefined ? textOf(fields?.params) : undefined;
    if (text === undefined) return { refused: invalidRequest(said ?? `requests.${index}.params: nests too deeply`, requestId) };
    bytes += Buffer.byteLength(text) + requestBytes;
    lines.push({
      customId: stringOf(fields?.custom_id) ?? '',
      model: stringOf(fieldsOf(fields?.params)?.model),
      body: () => parsedJson(text),
    });
  }
  return { lines, bytes };
}

function wrongWithList(requests: unknown): string | undefined {
  if (requests === undefined) return 'requests: Field required';
  if (!Array.isArray(requests)) return 'requests: Input should be a valid list';
  if (requests.length === 0) return 'requests: List should have at least 1 item after validation, not 0';
  if (requests.length <= mostRequests) return undefined;
  return `requests: List should have at most ${mostRequests} items after validation, not ${requests.length}`;
}

function wrongWith({ custom_id, params }: Fields, index: number, seen: Set<string>): string | undefined {
  const at = `requests.${index}`;
  if (custom_id === undefined) return `${at}.custom_id: Field required`;
  if (typeof custom_id !== 'string') return `${at}.custom_id: Input should be a valid string`;
  if (!customIds.test(custom_id)) return `${at}.custom_id: String should match pattern '${customIds.source}'`;
  if (seen.has(custom_id)) return `${at}.custom_id: custom_id must be unique within the batch, ${custom_id} was used before`;
  seen.add(custom_id);
  if (params === undefined) return `${at}.params: Field required`;
  return fieldsOf(params) === undefined ? `${at}.params: Input should be an object` : undefined;
}

/** Undefined for what can be read and not be written. */
function textOf(params: unknown): string | undefined {
  try {
    return JSON.stringify(params);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
