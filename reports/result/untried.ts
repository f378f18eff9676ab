import type { StrategySummary } from './summary.ts';

/** More names than this say nothing new. */
const mostNames = 3;

/**
 * Sentences about fallbacks that a run says nothing of: targets of a route that no attempt was sent to, while others of it
 * were. Strategies with the same ones share a sentence.
 */
export function untriedFallbacks(strategies: readonly StrategySummary[]): readonly string[] {
  const untried = new Map<string, string[]>();
  for (const { name, attempts } of strategies) {
    const targets = Object.entries(attempts.byTarget);
    const missing = targets.filter(([, sent]) => sent === 0).map(([target]) => target);
    if (missing.length === 0 || missing.length === targets.length) continue;
    const key = missing.join(' and ');
    untried.set(key, [...(untried.get(key) ?? []), name]);
  }
  return [...untried].map(
    ([targets, names]) =>
      `No request went as far as ${targets} (${named(names)}): this run does not say whether that fallback works; at-capacity validate --drill tries each target alone`,
  );
}

function named(names: readonly string[]): string {
  const more = names.length > mostNames ? [`${names.length - mostNames} more`] : [];
  const all = [...names.slice(0, mostNames), ...more];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
