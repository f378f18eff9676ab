import { expect, test } from 'vitest';
import { cutOff } from '../../reports/formats/cut-off.ts';
import type { Result } from '../../reports/result/result.ts';
import { reportOf } from './sample.ts';

/** A live run whose strategies measured so many seconds in each replication. */
function live(seconds: Readonly<Record<string, readonly number[]>>, incomplete = true): Result {
  const { result } = reportOf({ strategies: Object.keys(seconds).map((name) => ({ name })) });
  return {
    ...result,
    incomplete,
    scenario: { ...result.scenario, mode: 'live' },
    strategies: result.strategies.map((strategy) => ({
      ...strategy,
      replications: (seconds[strategy.name] ?? []).flatMap((windowSeconds) =>
        strategy.replications.slice(0, 1).map((fold) => ({ ...fold, windowSeconds })),
      ),
    })),
  };
}

const said = 'Stopped within a replication, whose figures are of what came until then: ';

test.each<[Readonly<Record<string, readonly number[]>>, readonly string[]]>([
  [{ whole: [40], cut: [24.2105] }, [`${said}cut after 24.2 s.`]],
  [{ whole: [40, 40], cut: [40, 7] }, [`${said}cut after 7 s.`]],
  [{ alone: [3] }, [`${said}alone after 3 s.`]],
  [{ one: [40], other: [40] }, []],
])('an interrupted live run says whose figures are of fewer seconds: %j', (seconds, expected) => {
  expect(cutOff(live(seconds))).toEqual(expected);
  expect(cutOff(live(seconds, false))).toEqual([]);
});
