import { shapeRules } from '../../strategy/classify/shape-rules.ts';
import type { StrategySpec } from '../../strategy/spec.ts';

/** The table of a classifier as lines of code, and whether it is the strategy's own. */
export function rulesCode({ classify }: Pick<StrategySpec, 'classify'>): { readonly code: string; readonly missing: readonly string[] } {
  const own = classify === 'by-shape' || classify === 'by-status';
  const missing = own
    ? []
    : [
        `classify: ${typeof classify === 'string' ? classify : 'your own module'}: errors are told apart by status, names and texts here; hand over your own`,
      ];
  return { code: [head, ...(classify === 'by-status' ? byStatus : byShape()), '];'].join('\n'), missing };
}

const head = `/** What an error is: the first line that fits. Names are its code and its type, in lower case as the text is. */
const rules: readonly { class: FailureClass; status?: readonly number[]; name?: RegExp; text?: RegExp }[] = [`;

/** In the order in which it is gone through. */
function byShape(): readonly string[] {
  return shapeRules.map(({ outcome, status, name, text }) => {
    const parts = [
      `class: '${outcome.class}'`,
      ...(status === undefined ? [] : [`status: [${status.join(', ')}]`]),
      ...(name === undefined ? [] : [`name: ${name}`]),
      ...(text === undefined ? [] : [`text: ${text}`]),
    ];
    return `  { ${parts.join(', ')} },`;
  });
}

const byStatus: readonly string[] = [
  `  { class: 'auth', status: [401, 403] },`,
  `  { class: 'quota', status: [402] },`,
  `  { class: 'timeout', status: [408, 504] },`,
  `  { class: 'server_error', status: [409] },`,
  `  { class: 'rate_limited', status: [429] },`,
  `  { class: 'capacity', status: [503, 529] },`,
];

/** `HttpError`, `checked` and `classifyError`: from what a call came to, to a class. */
export const classifyCode = String.raw`/** An answer with an error status. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;

  constructor(status: number, headers: Headers, body: string) {
    super('status ' + status + ': ' + body.slice(0, 500));
    this.name = 'HttpError';
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** The response, when it is no error. */
export async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new HttpError(response.status, response.headers, await response.text());
}

/** For what fetch and checked throw; hand over one of your own for the errors of another library. */
export function classifyError(error: unknown): Failure {
  if (error instanceof HttpError) return classifyReply(error);
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError' || name === 'AbortError') return { class: 'timeout' };
  return { class: error instanceof TypeError ? 'connection' : 'unknown' };
}

function classifyReply({ status, headers, body }: HttpError): Failure {
  const said = errorIn(body);
  const names = [said.code, said.details?.error_code, said.type].map((name) => String(name ?? '').split(':')[0]!.trim().toLowerCase());
  const text = String(said.message ?? '').toLowerCase();
  const rule = rules.find(
    (one) =>
      (one.status === undefined || one.status.includes(status)) &&
      (one.name === undefined || names.some((name) => one.name!.test(name))) &&
      (one.text === undefined || one.text.test(text)),
  );
  const should = headers.get('x-should-retry');
  const pushedBack = headers.get('grpc-retry-pushback-ms');
  const forbidden = pushedBack !== null && !wholeNumber.test(pushedBack);
  return {
    class: rule?.class ?? (status >= 500 ? 'server_error' : 'client_error'),
    status,
    retryAfterMs: waitIn(headers),
    shouldRetry: forbidden || should === 'false' ? false : should === 'true' ? true : undefined,
  };
}

function errorIn(body: string): { code?: unknown; type?: unknown; message?: unknown; details?: { error_code?: unknown } } {
  try {
    const { error = {} } = JSON.parse(body);
    return typeof error === 'object' && error !== null ? error : {};
  } catch {
    return {};
  }
}

const wholeNumber = /^(0|[1-9]\d*)$/;

function waitIn(headers: Headers): number | undefined {
  const pushedBack = headers.get('grpc-retry-pushback-ms');
  if (pushedBack !== null && wholeNumber.test(pushedBack)) return Number(pushedBack);
  const ms = headers.get('retry-after-ms')?.trim();
  if (ms !== undefined && /^\d+(\.\d+)?$/.test(ms)) return Number(ms);
  const after = headers.get('retry-after')?.trim();
  if (after === undefined) return undefined;
  if (/^-?\d+(\.\d+)?$/.test(after)) return Math.max(0, Number(after) * 1000);
  const until = Date.parse(after);
  return Number.isNaN(until) ? undefined : Math.max(0, until - Date.parse(headers.get('date') ?? new Date().toUTCString()));
}`;
