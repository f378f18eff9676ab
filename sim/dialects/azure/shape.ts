import type { Headers } from '../error-reply.ts';
import type { ErrorRow, ErrorShape } from '../error-table.ts';
import { inStream, isRateLimit } from './errors.ts';
import type { AzureOptions } from './options.ts';

export const jsonHeaders: Headers = { 'content-type': 'application/json' };

/** As the service says it after it has tried again itself. */
function streamBody({ type, code, param }: ErrorRow, message: string): object {
  return { error: { type, code: code ?? null, headers: { 'skip-error-remapping': 'true' }, message, param: param ?? null } };
}

function statusBody({ type, code, param }: ErrorRow, message: string): object {
  if (type === undefined && param === undefined) return { error: { code: code ?? null, message } };
  return { error: { message, type: type ?? null, param: param ?? null, code: code ?? null } };
}

/** How Azure puts errors on the wire. */
export function azureShape({ headers }: AzureOptions): ErrorShape {
  const seconds = (waitMs: number): string => String(Math.ceil(waitMs / 1000));
  return {
    headers: jsonHeaders,
    body: (row, message, form) => (form === 'stream' ? streamBody(row, message) : statusBody(row, message)),
    inStream,
    headersOf: (row): Headers => (isRateLimit(row) ? { 'policy-id': 'DeploymentRatelimit-Token' } : {}),
    waitHeaders(waitMs): Headers {
      if (headers === 'junk') return {};
      if (headers === 'older') return { 'x-rate-limit-reset-tokens': seconds(waitMs) };
      return { 'retry-after': seconds(waitMs), 'retry-after-ms': String(Math.ceil(waitMs)) };
    },
    saidWaitMs: (waitMs) => (headers === 'current' ? Math.ceil(waitMs) : undefined),
  };
}
