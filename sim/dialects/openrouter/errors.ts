import type { Cause, ErrorForm } from '../cause.ts';
import type { ErrorRow, ErrorShape } from '../error-table.ts';
import { type Fields, fieldsOf, firstOf, numberOf, stringOf } from '../reading/fields.ts';
import type { ErrorSign } from '../reading/sign.ts';
import { limitRows, refusal, whole } from '../refusal.ts';
import { retryAfter } from '../retry-after.ts';

export interface OpenrouterOptions {
  readonly capacity: 'upstream' | 'no-provider';
  readonly serverError: 'provider' | 'timeout';
  readonly keepAlive: 'none' | number;
}

/** Whoever answers behind it. */
export const provider = 'Simulated';
const failed = 'Provider returned error';

/** The one refusal of a budget that passes by itself. */
const inFlight = 'openrouter_in_flight_budget';
const busy = 'engine_overloaded';

/** An error whose code is its status. */
function coded(status: number, message: string | ErrorRow['message']): ErrorRow {
  return refusal(status, { code: String(status) }, message);
}

function limited(unit: string): ErrorRow {
  return coded(429, ({ limit }) => `Rate limit exceeded: ${limit === undefined ? '' : `${whole(limit)} `}${unit}`);
}

const capacity: Readonly<Record<OpenrouterOptions['capacity'], ErrorRow>> = {
  upstream: refusal(429, { code: busy }, failed),
  'no-provider': coded(503, 'There is no available model provider that meets your routing requirements'),
};

const serverError: Readonly<Record<OpenrouterOptions['serverError'], ErrorRow>> = {
  provider: coded(502, failed),
  timeout: coded(408, 'Request timed out'),
};

/** The errors of OpenRouter. UNVERIFIED: the texts of all but the capacity and `server_error`. */
export function openrouterErrors(options: OpenrouterOptions): Readonly<Record<Cause, ErrorRow>> {
  return {
    capacity: capacity[options.capacity],
    ...limitRows(limited),
    concurrent: refusal(402, { code: inFlight }, 'The budget of your requests in flight is used up.'),
    quota: coded(402, 'Insufficient credits. Add more using https://openrouter.ai/settings/credits'),
    auth: coded(401, 'No auth credentials found'),
    permission: coded(403, 'Your key has no access to this model.'),
    not_found: coded(404, (_detail, model) => `No endpoints found for ${model}.`),
    client_error: coded(400, 'Invalid request.'),
    server_error: serverError[options.serverError],
    context_length: coded(400, ({ limit, requested }) =>
      limit === undefined
        ? "This endpoint's maximum context length is exceeded. Please reduce the length of the messages."
        : `This endpoint's maximum context length is ${whole(limit)} tokens. However, you requested about ${whole(requested)} tokens.`,
    ),
    request_too_large: coded(413, 'Request too large'),
  };
}

/** The code is the status; finer names stand in the metadata. Inside a 200 the error has no account. */
export const openrouterShape: ErrorShape = {
  headers: { 'content-type': 'application/json' },
  body(row, message, form) {
    const { status: code } = row;
    const metadata = metadataOf(row, form);
    if (form === 'stream') return { error: { code, message, ...metadata } };
    return { error: { message, code, ...metadata }, user_id: 'user_simulated' };
  },
  ...retryAfter(({ status, code }) => status === 429 || status === 503 || code === inFlight),
};

function metadataOf({ code, status }: ErrorRow, form: ErrorForm): object {
  if (code === inFlight) return { metadata: { limit_source: inFlight } };
  if (code === busy) {
    const raw =
      'The model is temporarily rate-limited upstream. Please retry shortly, or add your own key to accumulate your rate limits: https://openrouter.ai/settings/integrations';
    const metadata = { raw, provider_name: provider, is_byok: false, provider_error_code: busy };
    return {
      metadata: { ...metadata, limit_source: 'upstream_provider_shared_pool', remedy_hint: 'Retry later or use another provider.' },
    };
  }
  if (status !== 502) return {};
  return { metadata: { raw: form === 'stream' ? 'upstream connect error' : 'upstream error', provider_name: provider } };
}

/** A chunk that ends with the error, and the end of the stream. */
export function openrouterChunk(body: unknown, common: object): object {
  const choice = { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: 'error', native_finish_reason: 'error' };
  return { ...common, ...fieldsOf(body), choices: [choice] };
}

/** At the top of a body or a chunk, or in the answer itself; a finer name in its metadata before the code. */
export function openrouterError(json: unknown): ErrorSign | undefined {
  const body = fieldsOf(json);
  const error = fieldsOf(body?.error) ?? fieldsOf(firstOf(body?.choices)?.error);
  return error === undefined ? undefined : { code: codeOf(error), message: stringOf(error.message) };
}

function codeOf({ code, metadata }: Fields): string | undefined {
  const { limit_source: source, provider_error_code: finer } = fieldsOf(metadata) ?? {};
  if (source === inFlight) return inFlight;
  return stringOf(finer) ?? stringOf(code) ?? numberOf(code)?.toString();
}
