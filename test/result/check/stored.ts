import { type CheckInput, type CheckRules, judge } from '../../../reports/result/check/judge.ts';
import { baselineFaults } from '../../../reports/result/check/trust.ts';
import type { Result } from '../../../reports/result/result.ts';
import { makeResult, makeStrategy, type Run } from '../make-fold.ts';

export const replications = 10;
export const rules: CheckRules = { tolerances: new Map(), level: 0.01, strict: false, version: '0.1.0' };

/** Replications whose errors go around `failed` of 1,000 and whose goodput and cost with them. */
export function runsAround(failed: number, more: Partial<Run> = {}): readonly Run[] {
  return Array.from({ length: replications }, (_, r) => ({ failed: failed + ((r * 7) % 5) - 2, costUsd: 1, ...more }));
}

const resolved = (name: string) => ({
  name,
  seed: 1,
  time: { length: '1h' },
  workload: { rate: '1/s' },
  provider: { slots: 8 },
  strategies: [{}],
});

/** A result of these strategies, as if it had been read from a file. */
export function stored(strategies: Readonly<Record<string, readonly Run[]>>, scenario: Partial<Result['scenario']> = {}): Result {
  const folds = Object.entries(strategies).map(([name, runs]) => makeStrategy(name, runs, { config: { name, limit: { fixed: 8 } } }));
  const name = scenario.name ?? 'gate';
  return JSON.parse(JSON.stringify(makeResult(folds, { name, resolved: resolved(name), ...scenario })));
}

/** What the gate says of two results, the baseline being whatever a file may hold. */
export function gateOf(current: Result, baseline: unknown, more: Partial<CheckRules> = {}, input: Partial<CheckInput> = {}) {
  const faults = baselineFaults(baseline);
  const whole = {
    file: 'gate.yaml',
    current,
    baseline: faults.length === 0 ? (baseline as Result) : null,
    baselinePath: 'base',
    faults,
    some: false,
  };
  return judge([{ ...whole, ...input }], { ...rules, ...more });
}

/** Everything that does not pass, as text with the names of strategy and measure. */
export function said({ scenarios }: ReturnType<typeof gateOf>): string {
  return scenarios
    .flatMap(({ findings, measures }) => [
      ...findings.map(({ strategy, measure, message }) => [strategy, measure, message].join(' ')),
      ...measures.map(({ strategy, measure, verdict }) => [strategy, measure, verdict].join(' ')),
    ])
    .join('\n');
}
