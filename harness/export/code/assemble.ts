import { visible } from '../../../sim/kernel/visible.ts';
import type { StrategySpec } from '../../strategy/spec.ts';
import { missingParts } from '../missing.ts';
import { type Settings, settingsOf } from '../settings.ts';
import { classifyCode, rulesCode } from './classify.ts';
import { decideCode } from './decide.ts';
import { delayCode } from './delay.ts';

/** Code that all targets in TypeScript begin with, and what the strategy has that it has not. */
export interface Beginning {
  readonly code: string;
  readonly missing: readonly string[];
}

/** Settings, classifier and decisions of a strategy. InputError when its waits cannot be written. */
export function beginning(strategy: StrategySpec): Beginning {
  const rules = rulesCode(strategy);
  const settings = `const settings: Settings = ${literal(settingsOf(strategy))};`;
  const parts = [settingsType, settings, decideCode, delayCode(strategy.retry), rules.code, classifyCode];
  return { code: parts.join('\n\n'), missing: [...missingParts(strategy), ...rules.missing] };
}

/** The head of a file: what it is, and what is missing. */
export function headOf(strategy: StrategySpec, what: string, missing: readonly string[], comment = '//'): string {
  const lines = [
    `${what} Written by at-capacity export from the strategy ${visible(strategy.name)}.`,
    ...(missing.length === 0 ? [] : ['What the strategy has and this has not:']),
    ...missing.map((each) => `* ${visible(each)}`),
  ];
  return lines.map((line) => `${comment} ${line}`).join('\n');
}

/** A value as code; no text of a user's can end it. */
export function literal(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** For the `models` of code that takes a fetch of one's own. */
export function modelsOf({ targets }: Settings): string {
  return literal(Object.fromEntries(targets.map((target) => [target, target.slice(target.indexOf('/') + 1)])));
}

const settingsType = `/** Times are in ms; what is not there is unbounded. */
interface Settings {
  readonly targets: readonly string[];
  readonly floor?: true;
  readonly order: 'retry-first' | 'route-first';
  readonly moveOn: readonly FailureClass[];
  readonly afterFirstToken: 'fail' | 'restart';
  readonly attempts: number;
  readonly totalAttempts?: number;
  readonly totalWaitMs?: number;
  readonly when: readonly FailureClass[];
  readonly statuses?: readonly (number | '4xx' | '5xx')[];
  readonly shouldRetry: 'follow' | 'ignore';
  readonly hint: {
    readonly use: 'ignore' | 'floor' | 'exact' | 'add';
    readonly jitter: number | { readonly additive: number };
    readonly max: number;
    readonly over: 'give-up' | 'use-backoff' | 'clamp';
    readonly above?: number;
    readonly zero?: 'now' | 'use-backoff';
    readonly required?: readonly FailureClass[];
  };
  readonly limit?: { readonly permits: number; readonly hold: 'attempt' | 'request'; readonly queue?: number; readonly maxWaitMs?: number };
  readonly attemptMs?: number;
  readonly headersMs?: number;
}`;
