import { cohortOf } from '../cohort.ts';
import type { StrategyFold } from '../fold.ts';
import { localTimes } from '../local-time.ts';
import { balanceAmong } from '../recommend/balance.ts';
import { fleetValueOf } from '../recommend/fleet-value.ts';
import { isLimit } from '../recommend/limit-key.ts';
import type { SweptChoice, SweptValue } from '../recommend/swept.ts';
import type { Result } from '../result.ts';
import { round6 } from '../stats/round6.ts';
import { strategySummary } from '../strategy-summary.ts';
import type { StrategySummary } from '../summary.ts';
import { hourBlocks, timeAt } from './hour-blocks.ts';
import { goodputOf, type Line, triedAt, triedPositions, type View } from './line.ts';
import type { ToldSchedule } from './schedule-words.ts';
import type { Searched } from './searched.ts';
import type { TuneAnswer, TunedValue, TuneStatus } from './tune-answer.ts';
import { type Told, tellTune } from './tune-words.ts';
import { worstHourOf } from './worst-hour.ts';

/** Whether no replication of any value that was run was asked for anything. */
function isIdle({ strategies }: Result): boolean {
  const all = strategies.flatMap(({ replications }) => replications);
  return all.length > 0 && all.every(({ requests }) => requests.offered === 0);
}

function statusOf(result: Result, { line, view, confirmed }: Searched): TuneStatus {
  const positions = triedPositions(line);
  if (view.chosen !== null) return confirmed ? 'found' : 'undecided';
  if (!positions.some((position) => triedAt(line, position).goodputs.length > 0) || isIdle(result)) return 'nothing';
  return view.best === null ? 'none' : 'undecided';
}

function tunedValues({ line, view: { alive }, texts, variants }: Searched): readonly TunedValue[] {
  return triedPositions(line).map((position) => {
    const tried = triedAt(line, position);
    return {
      value: line.values[position] as number,
      text: texts[position] ?? '',
      variant: variants[position] ?? '',
      replications: tried.goodputs.length,
      goodputPerSecond: round6(goodputOf(tried)),
      firstAttemptRefusedRate: tried.refused,
      standing: tried.standing,
      within: alive.includes(position),
    };
  });
}

/** The searched values as a sweep has them, for what is said of both. */
function asSwept({ parameter, strategy, line, view, texts, variants }: Searched, at: number | null): SweptChoice {
  const positions = triedPositions(line);
  const values = positions.map((position): SweptValue => {
    const tried = triedAt(line, position);
    const candidate = { name: variants[position] ?? '', family: strategy, goodput: goodputOf(tried), p95: tried.p95, amplification: 0 };
    return {
      value: line.values[position] as number,
      text: texts[position] ?? '',
      candidate: { ...candidate, standing: tried.standing },
    };
  });
  const within = values.filter((_, i) => view.alive.includes(positions[i] as number));
  const chosen = values.find((_, i) => positions[i] === at) ?? null;
  return { parameter, values, within, tested: true, chosen, standing: 'met' };
}

function summaryOf(fold: StrategyFold, isFresh: boolean, { scenario }: Result): StrategySummary {
  const numbers = new Set(fold.replications.map(({ replication }) => replication));
  const localAt = localTimes(scenario.start, scenario.zoneOffsets);
  return strategySummary(fold, cohortOf(fold, numbers), { slo: scenario.slo, fresh: isFresh, localAt });
}

/** Figures of a strategy, from fresh replications where there are any. */
function finder(result: Result): (name: string) => StrategySummary | null {
  return (name) => {
    const again = result.fresh.find((fold) => fold.name === name && fold.failure === null);
    if (again !== undefined) return summaryOf(again, true, result);
    const fold = result.strategies.find((each) => each.name === name);
    return fold === undefined ? null : summaryOf(fold, false, result);
  };
}

/** The value that the answer is about: the one to take, else the best guess, else the one nearest to its bounds. */
export function answerPosition({ chosen, alive, nearest }: View, line: Line): number | null {
  if (chosen !== null) return chosen;
  const open = alive.filter((position) => triedAt(line, position).struck === undefined);
  const hopeful = (open.length > 0 ? open : alive).toSorted((a, b) => triedAt(line, a).excess - triedAt(line, b).excess);
  return hopeful[0] ?? nearest;
}

/** The limit by the time of day that is worth it, with its figures. */
function scheduleOf(result: Result, { schedule }: Searched): ToldSchedule | null {
  if (schedule === null) return null;
  const { limits, limit, gain, fold } = schedule;
  const summary = summaryOf(fold, true, result);
  const { goodputPerSecond, errorRate, firstAttemptRefusedRate } = summary;
  const blocks = hourBlocks(limits).map(({ from, until, limit: value }) => ({
    from: timeAt(from),
    until: timeAt(until),
    limit: value,
    fleetLimit: fleetValueOf(value, summary, result.scenario.clients).value,
  }));
  return { summary, answer: { blocks, gain, goodputPerSecond, errorRate, firstAttemptRefusedRate, limit } };
}

/** The answer of `tune` from what was searched and the result that keeps its figures. Pure. */
export function answerOf(result: Result, searched: Searched): TuneAnswer {
  const { line, view, parameter, strategy, cost } = searched;
  const status = statusOf(result, searched);
  const position = answerPosition(view, line);
  const swept = asSwept(searched, position);
  const find = finder(result);
  const summary = position === null ? null : find(searched.variants[position] ?? '');
  const isFound = status === 'found' && position !== null;
  const value = isFound ? (line.values[position] as number) : null;
  const fleet = value === null || summary === null || !isLimit(parameter) ? null : fleetValueOf(value, summary, result.scenario.clients);
  const rates = triedPositions(line).map((each) => triedAt(line, each).refused);
  const balance = balanceAmong(result, isFound ? swept : { ...swept, chosen: null }, rates);
  const fold = result.fresh.find(({ name }) => name === summary?.name) ?? result.strategies.find(({ name }) => name === summary?.name);
  const localAt = localTimes(result.scenario.start, result.scenario.zoneOffsets);
  const worstHour = !isFound || fold === undefined ? null : worstHourOf(fold, result.scenario.slo.errorRate, localAt);
  const told: Told = { result, searched, status, swept, find, summary, balance, fleet, worstHour, schedule: scheduleOf(result, searched) };
  const ends = [swept.within[0]?.value, swept.within.at(-1)?.value];
  const { verdict, reason, binding } = tellTune(told);
  return {
    status,
    strategy,
    parameter,
    settings: isFound ? searched.settings : {},
    variant: status === 'found' || status === 'undecided' ? (summary?.name ?? null) : null,
    value,
    fleetValue: fleet?.value ?? null,
    interval: ends[0] === undefined || ends[1] === undefined ? null : [ends[0], ends[1]],
    ...balance,
    binding,
    worstHour,
    schedule: told.schedule?.answer ?? null,
    tried: tunedValues(searched),
    cost,
    verdict,
    reason,
  };
}
