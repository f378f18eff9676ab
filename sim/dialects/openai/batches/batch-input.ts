import type { BatchDesk, BatchLine } from '../../batch-api.ts';
import { type Fields, fieldsOf, parsedJson, stringOf } from '../../reading/fields.ts';
import { shortened } from '../request-errors.ts';
import { mostProblems, mostRequests } from './bounds.ts';

/** One thing that is wrong with an input file, as OpenAI says it. */
export interface Problem {
  readonly code: string;
  readonly line: number | null;
  readonly message: string;
  readonly param: string | null;
}

/** A line of the file: where its text is, and which one it is, from 1. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly number: number;
}

const lineFeed = 10;

/** The places of the lines that have text; a carriage return before the end of one is white space of its JSON. */
function* placesIn(bytes: Buffer): Generator<Place> {
  let number = 0;
  for (let from = bytes.subarray(0, 3).toString() === '\uFEFF' ? 3 : 0; from < bytes.length; ) {
    const found = bytes.indexOf(lineFeed, from);
    const to = found < 0 ? bytes.length : found;
    number += 1;
    if (!isBlank(bytes, from, to)) yield { from, to, number };
    from = to + 1;
  }
}

function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (![9, 13, 32].includes(bytes[i] as number)) return false;
  return true;
}

/** Whether a file may be the input of a batch: its first line is JSON. Everything else is found out by the batch. */
export function isJsonLines(bytes: Buffer): boolean {
  for (const { from, to } of placesIn(bytes)) return fieldsOf(parsedJson(bytes.toString('utf8', from, to))) !== undefined;
  return false;
}

/** How many requests an input file has. */
export function requestsIn(bytes: Buffer): number {
  let count = 0;
  for (const _place of placesIn(bytes)) count += 1;
  return count;
}

export interface InputOptions {
  /** Path of the endpoint that the batch is for. */
  readonly endpoint: string;
  readonly desk: Pick<BatchDesk, 'has'>;
}

/** The requests of an input file, or what is wrong with it. */
export function readInput(
  bytes: Buffer,
  options: InputOptions,
): { readonly lines: readonly BatchLine[] } | { readonly problems: readonly Problem[] } {
  const places = [...placesIn(bytes)];
  // UNVERIFIED: the texts of these two.
  if (places.length === 0) return { problems: [{ code: 'empty_file', line: null, message: 'The input file is empty.', param: null }] };
  if (places.length > mostRequests) {
    const message = `The batch input file has ${places.length} requests, more than the maximum of ${mostRequests}.`;
    return { problems: [{ code: 'too_many_tasks', line: null, message, param: null }] };
  }
  const seen = { ids: new Set<string>(), model: undefined as string | undefined };
  const problems: Problem[] = [];
  const lines: BatchLine[] = [];
  for (const place of places) {
    const text = (): unknown => parsedJson(bytes.toString('utf8', place.from, place.to));
    const fields = fieldsOf(text());
    const wrong = fields === undefined ? [unparseable] : wrongWith(fields, seen, options);
    for (const one of wrong) problems.push({ line: place.number, ...one });
    if (problems.length >= mostProblems) return { problems: problems.slice(0, mostProblems) };
    const customId = stringOf(fields?.custom_id) ?? '';
    lines.push({ customId, model: stringOf(fieldsOf(fields?.body)?.model), body: () => fieldsOf(text())?.body });
  }
  return problems.length > 0 ? { problems } : { lines };
}

type Wrong = Omit<Problem, 'line'>;

const unparseable: Wrong = { code: 'invalid_json_line', message: 'This line is not parseable as valid JSON.', param: null };

const fieldNames = ['custom_id', 'method', 'url', 'body'] as const;

function wrongWith(
  fields: Fields,
  seen: { readonly ids: Set<string>; model: string | undefined },
  options: InputOptions,
): readonly Wrong[] {
  const missing = fieldNames.filter((name) => fields[name] == null);
  if (missing.length > 0) return missing.map(missingParameter);
  const { custom_id, method, url } = fields;
  const body = fieldsOf(fields.body);
  // UNVERIFIED: what is said of values of other types, and of another method.
  if (typeof custom_id !== 'string' || custom_id === '') return [wrongType('custom_id', 'a non-empty string')];
  if (method !== 'POST')
    return [{ code: 'invalid_method', message: 'The method of this request is not supported. Use POST.', param: 'method' }];
  if (body === undefined) return [wrongType('body', 'an object')];
  if (url !== options.endpoint) return [mismatchedUrl];
  if (seen.ids.has(custom_id)) return [duplicate];
  seen.ids.add(custom_id);
  return wrongWithBody(body, seen, options);
}

function wrongWithBody(body: Fields, seen: { model: string | undefined }, { endpoint, desk }: InputOptions): readonly Wrong[] {
  const { model } = body;
  if (typeof model !== 'string' || model === '') return [required('Model', 'model')];
  if (!desk.has(model)) {
    const message = `The provided model '${shortened(model)}' is not supported by the Batch API.`;
    return [{ code: 'model_not_found', message, param: 'body.model' }];
  }
  seen.model ??= model;
  if (model !== seen.model) {
    const message = `The model '${shortened(model)}' for this request does not match the rest of the batch. Each batch must contain requests for a single model.`;
    return [{ code: 'mismatched_model', message, param: 'body.model' }];
  }
  const [asks, name, called] = endpoint.endsWith('/responses')
    ? ['input', 'Input', 'Responses']
    : ['messages', 'Messages', 'Chat Completions'];
  if (body[asks] == null) return [required(name, asks)];
  if (body.stream !== true) return [];
  return [{ code: 'streaming_unsupported', message: `${called}: Streaming is not supported in the Batch API.`, param: 'body.stream' }];
}

function missingParameter(name: string): Wrong {
  return { code: 'missing_required_parameter', message: `Missing required parameter: '${name}'.`, param: name };
}

function required(name: string, param: string): Wrong {
  return { code: 'invalid_request', message: `${name} parameter is required.`, param: `body.${param}` };
}

function wrongType(param: string, expected: string): Wrong {
  return { code: 'invalid_type', message: `Invalid type for '${param}': expected ${expected}.`, param };
}

const mismatchedUrl: Wrong = {
  code: 'invalid_url',
  message: 'The URL provided for this request does not match the batch endpoint.',
  param: 'url',
};

const duplicate: Wrong = {
  code: 'duplicate_custom_id',
  message:
    'The custom_id for this request is a duplicate of another request. The custom_id parameter must be unique for each request in a batch.',
  param: 'custom_id',
};
