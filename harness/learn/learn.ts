import { formatWallTime, hourMs } from '../../sim/curves/calendar.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { type Cell, cellsOf, type Spans } from './cells.ts';
import type { Elapsed } from './elapsed.ts';
import { rateOf, type Share, shareOf } from './figures.ts';
import { fitOf } from './fit.ts';
import type { Learnt, Slice } from './learnt.ts';
import { type Ledger, type ModelBook, otherNames } from './ledger.ts';
import { listed } from './listed.ts';
import { loadBehind } from './load.ts';
import { quietOf } from './quiet.ts';
import { serviceOf } from './service.ts';
import { slotsIn } from './slots.ts';
import { gapFor, spellsIn } from './spells.ts';
import { unknownOf } from './unknown.ts';

export interface LearnOptions {
  /** The pool's slots, where the user knows them. */
  readonly slots?: number | undefined;
  readonly model?: string | undefined;
  /** An hour is quiet below this share of refusals; default half of the day's. */
  readonly quietBelow?: number | undefined;
  /** When recordings began and ended, local ms by run, where that is known better than from their calls. */
  readonly spans?: Spans | undefined;
  /** Of the clock whose readings the log's times have become; by default one without changes. */
  readonly elapsed?: Elapsed | undefined;
}

/** Everything that the calls of one strategy say. InputError when the model is not in the log, or times cannot be right. */
export function learn(strategy: string, ledger: Ledger, options: LearnOptions = {}): Learnt {
  const { model, attempts, arrivals, otherModels } = chosen(ledger, options.model);
  const { windowMs = 0 } = ledger;
  const spans =
    options.spans ?? new Map([...attempts.spans].map(([run, [from, to]]) => [run, [from, to + Math.max(windowMs, 1)] as const]));
  const covered = { spans, windowMs, elapsed: options.elapsed };
  const cells = cellsOf(attempts.hours.hours(), covered);
  const arrived = arrivals === attempts ? cells : cellsOf(arrivals.hours.hours(), covered);
  const service = serviceOf(attempts, arrivals);
  const scope: Scope = {
    slots: options.slots,
    outcomes: attempts.ends.unknown < attempts.calls,
    meanServiceMs: service.latencyMs === null ? undefined : service.latencyMs.mean.value,
  };
  const slices = (fits: (cell: Cell) => boolean, weekday: number | null, hour: number | null): Slice =>
    sliceOf(cells.filter(fits), arrived.filter(fits), scope, weekday, hour);
  const hours = hoursOfDay.map((hour) => slices((cell) => cell.hour === hour, null, hour));
  const split = hasBothKinds(cells);
  const of = (kind: (cell: Cell) => boolean): readonly Slice[] | null =>
    split ? hoursOfDay.map((hour) => slices((cell) => cell.hour === hour && kind(cell), null, hour)) : null;
  const weekdays = [0, 1, 2, 3, 4, 5, 6].filter((day) => cells.some(({ weekday, coveredMs }) => weekday === day && coveredMs > 0));
  const refused = scope.outcomes ? shareOf(cells) : null;
  const [from, to] = ends(spans);
  const learnt = {
    model,
    otherModels,
    strategy,
    from,
    to,
    days: daysIn(cells),
    runs: spans.size,
    requests: arrivals.firsts,
    attempts: attempts.calls,
    refused,
    rateLimited: cells.reduce((sum, { limited }) => sum + limited.reduce((all, one) => all + one, 0), 0),
    hours,
    working: of(({ weekday }) => weekday < 5),
    weekend: of(({ weekday }) => weekday >= 5),
    weekdays: weekdays.map((day) => slices(({ weekday }) => weekday === day, day, null)),
    week: split
      ? Array.from({ length: 168 }, (_, at) => slices((cell) => cell.weekday * 24 + cell.hour === at, Math.floor(at / 24), at % 24))
      : [],
    spells: scope.outcomes ? spellsIn(attempts.refusals, gapFor(everyMsOf(cells))) : null,
    service,
    slots: {
      given: options.slots ?? null,
      seen: slotsIn(attempts.served, attempts.refusals, Number.isFinite(attempts.quickestMs) ? attempts.quickestMs : 0),
    },
    quiet: scope.outcomes ? quietHours(hours, cells, options.quietBelow) : null,
    fit: fitOf({ attempts: cells, arrivals: arrived }),
  };
  return { ...learnt, unknown: unknownOf(learnt, attempts, attempts === ledger.requests) };
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

const nothing: Share = { part: 0, whole: 0, share: null, interval: null };

function quietHours(hours: readonly Slice[], cells: readonly Cell[], below: number | undefined) {
  const together = (some: readonly number[]): Share => shareOf(cells.filter(({ hour }) => some.includes(hour)));
  return quietOf(
    hours.map(({ refused }) => refused ?? nothing),
    together,
    below,
  );
}

/** How far calls are apart at the time of most calls. */
function everyMsOf(cells: readonly Cell[]): number | null {
  const calls = cells.reduce((sum, { attempts }) => sum + attempts, 0);
  const squares = cells.reduce((sum, { attempts }) => sum + attempts * attempts, 0);
  return squares === 0 ? null : (hourMs * calls) / squares;
}

interface Scope {
  readonly slots: number | undefined;
  readonly outcomes: boolean;
  readonly meanServiceMs: number | undefined;
}

function sliceOf(cells: readonly Cell[], arrived: readonly Cell[], scope: Scope, weekday: number | null, hour: number | null): Slice {
  const coveredMs = cells.reduce((sum, cell) => sum + cell.coveredMs, 0);
  const attempts = cells.reduce((sum, cell) => sum + cell.attempts, 0);
  const ownErlang = scope.meanServiceMs === undefined || coveredMs === 0 ? null : (attempts * scope.meanServiceMs) / coveredMs;
  const full = shareOf(cells, 'no room');
  const behind = (less: number, slots: number) => loadBehind(full.share, full.interval, full.part, slots, less);
  const { slots } = scope;
  return {
    weekday,
    hour,
    days: daysIn(cells),
    arrivals: rateOf(arrived),
    refused: scope.outcomes ? shareOf(cells) : null,
    full: scope.outcomes ? full : null,
    ownErlang,
    load:
      slots === undefined || !scope.outcomes || full.share === null
        ? null
        : { others: behind(ownErlang ?? 0, slots), total: behind(0, slots) },
  };
}

/** The model that most first calls went to, or the one that is asked for; and what stands for arrivals. */
function chosen(ledger: Ledger, wanted: string | undefined) {
  // Many names together are no model.
  const last = (name: string): number => (name === otherNames ? 1 : 0);
  const byCalls = [...ledger.models].sort(([a, one], [b, other]) => last(a) - last(b) || other.firsts - one.firsts || (a < b ? -1 : 1));
  const [model, attempts] = (wanted === undefined ? byCalls[0] : byCalls.find(([name]) => name === wanted)) ?? [];
  const { requests } = ledger;
  if (wanted !== undefined && attempts === undefined) {
    const known = byCalls.length === 0 ? 'this log has requests alone, of all models together' : listed(byCalls.map(([name]) => name));
    throw new InputError([{ file: '--model', message: `expected a model of the log, one of ${known}; found ${listed([wanted])}` }]);
  }
  const otherModels = byCalls.filter(([name]) => name !== model).map(([name, { firsts }]) => ({ model: name, firsts }));
  if (model === undefined || attempts === undefined) {
    if (requests === undefined) throw new InputError([{ message: 'expected calls, found none' }]);
    return { model: '', attempts: requests, arrivals: requests, otherModels };
  }
  // Where nearly every request begins with this model, requests that never got as far as it count as well.
  const others = otherModels.reduce((sum, { firsts }) => sum + firsts, 0);
  const arrivals = requests !== undefined && others <= 0.05 * attempts.firsts ? requests : attempts;
  return { model, attempts, arrivals, otherModels } satisfies {
    model: string;
    attempts: ModelBook;
    arrivals: ModelBook;
    otherModels: unknown;
  };
}

function daysIn(cells: readonly Cell[]): number {
  return new Set(cells.filter(({ coveredMs }) => coveredMs > 0).map(({ run, day }) => `${run} ${day}`)).size;
}

/** Five working days and two of weekends at least. */
function hasBothKinds(cells: readonly Cell[]): boolean {
  return daysIn(cells.filter(({ weekday }) => weekday < 5)) >= 5 && daysIn(cells.filter(({ weekday }) => weekday >= 5)) >= 2;
}

function ends(spans: Spans): readonly [string, string] {
  const from = Math.min(...[...spans.values()].map(([first]) => first));
  const to = Math.max(...[...spans.values()].map(([, last]) => last));
  const minute = (ms: number): string => formatWallTime(Math.floor(ms / 60_000) * 60_000);
  return [minute(from), minute(to)];
}
