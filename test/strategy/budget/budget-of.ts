import type { Budget } from '../../../harness/strategy/budget/budget.ts';
import { budgets } from '../../../harness/strategy/budget/registry.ts';
import type { AttemptClass } from '../../../reports/result/outcome.ts';
import type { Plugin } from '../../../sim/kernel/plugin.ts';

export type BudgetName = keyof typeof budgets;

/** A budget from what stands in a file. */
export function budgetOf(name: BudgetName, written: unknown): Budget {
  const plugin: Plugin<unknown, Budget> = budgets[name];
  return plugin.create(plugin.options.parse(written), undefined);
}

/** An attempt ends; `taken` is what `ask` gave for it, 0 for a first one. */
export function end(budget: Budget, failure: AttemptClass, taken = 0, nowMs = 0): void {
  const verdict = failure === 'ok' ? 'success' : failure === 'auth' || failure === 'cancelled' ? 'neutral' : 'failure';
  budget.ended({ nowMs, outcome: { class: failure, reason: 'test' }, verdict, taken });
}

/** What one more attempt after such a failure costs; undefined: it may not be sent. */
export function ask(budget: Budget, failure: AttemptClass = 'capacity', nowMs = 0, uniform = 0.5): number | undefined {
  return budget.take({ nowMs, outcome: { class: failure, reason: 'test' }, uniform });
}

/** How many retries in a row it allows now. */
export function drain(budget: Budget, failure: AttemptClass = 'capacity', nowMs = 0): number {
  let allowed = 0;
  while (ask(budget, failure, nowMs) !== undefined) allowed += 1;
  return allowed;
}

export type Step = (budget: Budget) => void;

/** What `count` finds in a new budget after these steps. */
export function allowedAfter(make: () => Budget, steps: readonly Step[], count: (budget: Budget) => number): number {
  const budget = make();
  for (const step of steps) step(budget);
  return count(budget);
}
