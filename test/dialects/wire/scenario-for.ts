import type { Cause } from '../../../sim/dialects/cause.ts';
import type { Fixture } from './fixture.ts';

/** Causes that nothing but a fault brings about. */
const scripted: readonly Cause[] = ['rate_limited', 'quota', 'auth', 'permission', 'not_found', 'client_error', 'server_error'];

/** Which quota refuses for which cause. */
const limits: Partial<Record<Cause, string>> = {
  requests: 'rpm',
  day: 'rpd',
  tokens: 'tpm',
  'input-tokens': 'inputTpm',
  'output-tokens': 'outputTpm',
  concurrent: 'concurrent',
  request_too_large: 'tpm',
};

/** The scenario in which a fixture's error comes about. */
export function scenarioFor({ dialect, model = 'big', cause, form, figures = {} }: Fixture): object {
  const { limit, waitMs, afterTokens } = figures;
  const retryAfter = waitMs === undefined ? {} : { retryAfter: `${waitMs}ms` };
  const quota = cause === undefined ? undefined : limits[cause];
  const one = {
    slots: cause === 'capacity' ? 0 : 10,
    service: '0ms',
    refuseAfter: '0ms',
    ...(cause === 'capacity' && { ...retryAfter, capacityAs: capacityAs(form, afterTokens) }),
    ...(cause === 'context_length' && { context: limit }),
    ...(quota !== undefined && { quota: { [quota]: limit } }),
  };
  const faults = cause === undefined ? [] : faultsOf(cause, { ...retryAfter, ...(form === 'stream' && { inStream: true }) });
  return {
    provider: { dialect, models: { [model]: one }, faults },
    workload: { arrivals: { poisson: { rate: '1/s' } }, sizes: { input: 10, output: Math.max(4, afterTokens ?? 0) } },
  };
}

function faultsOf(cause: Cause, beside: object): readonly object[] {
  // Who keeps a place of a quota on concurrency never ends.
  if (cause === 'concurrent') return [{ script: { replies: [{ refuse: 'hang' }] } }];
  return scripted.includes(cause) ? [{ script: { replies: [{ refuse: cause, ...beside }] } }] : [];
}

function capacityAs(form: Fixture['form'], tokens: number | undefined): object {
  if (form !== 'stream') return { status: 1 };
  return tokens === undefined ? { status: 0, stream: 1 } : { status: 0, stream: 0, streamAfter: { share: 1, tokens } };
}
