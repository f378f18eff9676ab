import { type Fields, fieldsOf, numberOf, stringOf } from '../reading/fields.ts';
import type { ErrorSign } from '../reading/sign.ts';
import { waitMsOf } from './wait-seconds.ts';

/**
 * The error in a body or in a part of a stream, which may be a list of one. Its finest name is the id of the quota, that of a
 * day before others, or the reason; the wait is RetryInfo's.
 */
export function findGoogleError(json: unknown): ErrorSign | undefined {
  const error = fieldsOf(fieldsOf(Array.isArray(json) ? json[0] : json)?.error);
  if (error === undefined) return undefined;
  const details = listOf(error.details);
  const quotas = details.flatMap(({ violations }) => listOf(violations).flatMap(({ quotaId }) => stringOf(quotaId) ?? []));
  const reasons = details.flatMap(({ reason }) => stringOf(reason) ?? []);
  const status = stringOf(error.status);
  return {
    type: status,
    code:
      quotas.find((id) => id.includes('PerDay')) ?? quotas[0] ?? reasons[0] ?? (status === undefined ? numberText(error.code) : undefined),
    message: stringOf(error.message),
    retryAfterMs: details.map(({ retryDelay }) => waitMsOf(stringOf(retryDelay))).find((wait) => wait !== undefined),
  };
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf).filter((one) => one !== undefined) : [];
}

function numberText(value: unknown): string | undefined {
  return numberOf(value)?.toString();
}
