import type { StrategySpec } from '../strategy/spec.ts';
import { beginning, headOf, modelsOf } from './code/assemble.ts';
import { fetchCode } from './code/fetch.ts';
import { requestCode } from './code/request.ts';
import type { Exported } from './exporter.ts';
import { settingsOf } from './settings.ts';

/** A client library with the strategy below it, as the fetch that it uses. `code` makes the client. */
export function underSdk(
  strategy: StrategySpec,
  what: string,
  { imports, code }: { readonly imports: string; readonly code: string },
): Exported {
  const { attempt, headers } = strategy.timeout;
  const bound = Math.min(attempt ?? Number.POSITIVE_INFINITY, headers ?? Number.POSITIVE_INFINITY);
  // A fetch is over with its head.
  const timeout = Number.isFinite(bound) ? { attempt: bound } : {};
  const { code: first, missing: left } = beginning({ ...strategy, timeout });
  const missing = [
    ...left,
    'what breaks off or says an error inside an answer that has begun is the caller’s to see: nothing is sent again',
    ...silences(strategy),
  ];
  const models = fetchCode.replace('MODELS', () => modelsOf(settingsOf(strategy)));
  return { text: `${[headOf(strategy, what, missing), imports, first, requestCode, models, code].join('\n\n')}\n`, missing };
}

function silences({ timeout, limit }: StrategySpec): readonly string[] {
  return [
    ...(timeout.attempt === undefined ? [] : [`timeout.attempt: ${timeout.attempt} ms, to the head of the answer only`]),
    ...(['firstToken', 'idle'] as const)
      .filter((key) => timeout[key] !== undefined)
      .map((key) => `timeout.${key}: nothing bounds silence once an answer has begun`),
    ...(limit === undefined ? [] : ['limit: a permit is free again when the head of an answer has come']),
  ];
}
