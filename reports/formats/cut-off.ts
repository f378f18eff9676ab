import type { Result } from '../result/result.ts';
import { showPlain } from './figures.ts';

/**
 * What an interrupted live run measured of the replications that it stopped in: their figures are of fewer seconds than
 * the others'. In virtual time nothing counts that is not finished.
 */
export function cutOff({ incomplete, scenario, strategies }: Result): readonly string[] {
  if (!incomplete || scenario.mode !== 'live') return [];
  const whole = Math.max(...strategies.flatMap(({ replications }) => replications.map(({ windowSeconds }) => windowSeconds)));
  const cut = strategies.flatMap(({ name, replications }) => {
    const seconds = Math.min(...replications.map(({ windowSeconds }) => windowSeconds));
    return seconds < whole || strategies.length === 1 ? [`${name} after ${showPlain(Math.round(seconds * 10) / 10)} s`] : [];
  });
  return cut.length === 0 ? [] : [`Stopped within a replication, whose figures are of what came until then: ${cut.join(', ')}.`];
}
