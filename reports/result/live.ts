import type { LiveFigures, ReplicationFold, Spread } from './fold.ts';
import { round6 } from './stats/round6.ts';

/** How well a live run kept to its plan over all its replications: the worst of them; undefined in virtual time. */
export function liveOf(folds: readonly ReplicationFold[]): LiveFigures | undefined {
  const all = folds.flatMap(({ live }) => live ?? []);
  const [first] = all;
  if (first === undefined || all.length === 1) return first;
  const seconds = folds.reduce((sum, { windowSeconds }) => sum + windowSeconds, 0);
  const perSecond = (of: (figures: LiveFigures) => number): number =>
    seconds === 0
      ? 0
      : round6(folds.reduce((sum, fold) => sum + (fold.live === undefined ? 0 : of(fold.live)) * fold.windowSeconds, 0) / seconds);
  return {
    latenessMs: worst(all.map(({ latenessMs }) => latenessMs)),
    connectionMs: worst(all.map(({ connectionMs }) => connectionMs)),
    offeredPerSecond: perSecond(({ offeredPerSecond }) => offeredPerSecond),
    achievedPerSecond: perSecond(({ achievedPerSecond }) => achievedPerSecond),
    timerErrorMs: worst(all.map(({ timerErrorMs }) => timerErrorMs)),
    generatorLimited: all.some(({ generatorLimited }) => generatorLimited),
    // Percentiles of several replications cannot be put together afterwards.
    servedMs: null,
  };
}

function worst(spreads: readonly Spread[]): Spread {
  const most = (of: (spread: Spread) => number): number => spreads.reduce((top, spread) => Math.max(top, of(spread)), 0);
  return {
    count: spreads.reduce((sum, { count }) => sum + count, 0),
    p50: most(({ p50 }) => p50),
    p99: most(({ p99 }) => p99),
    max: most(({ max }) => max),
  };
}

/** What a reader has to know before believing the figures of a live run. */
export function liveWarnings(strategies: readonly { readonly name: string; readonly live?: LiveFigures | undefined }[]): readonly string[] {
  return strategies.flatMap(({ name, live }) => (live?.generatorLimited === true ? [limited(name, live)] : []));
}

function limited(name: string, { latenessMs, connectionMs, offeredPerSecond, achievedPerSecond }: LiveFigures): string {
  const share = offeredPerSecond === 0 ? 100 : Math.floor((1000 * achievedPerSecond) / offeredPerSecond) / 10;
  const late = Math.round(Math.max(latenessMs.p99, connectionMs.p99));
  return `${name}: the harness was the bottleneck: ${share} % of the attempts due were sent in time, one in a hundred ${late} ms late or later. These figures say more about this machine than about the strategy: use a smaller --time-scale, more --connections, or a machine that is less busy.`;
}
