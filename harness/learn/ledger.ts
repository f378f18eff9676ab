import { hourMs } from '../../sim/curves/calendar.ts';
import type { Call } from './call.ts';
import { type HourBook, hourBook } from './hour-book.ts';
import type { LocalClock } from './local-clock.ts';
import { type Samples, samples } from './samples.ts';

/** Calls whose beginning and end are kept one by one, for how many there were at once and when refusals came. */
export const mostKept = 2_000_000;

/** What is kept of the calls to one model, or of all requests. */
export interface ModelBook {
  /** First and last beginning of a call by run, local ms. */
  readonly spans: Map<number, readonly [number, number]>;
  readonly hours: HourBook;
  readonly ends: Record<Call['end'], number>;
  calls: number;
  firsts: number;
  refusedAtFirst: number;
  /** One after the other: run, beginning, end of calls that were answered; run and beginning of those that found no slot. */
  readonly served: number[];
  readonly refusals: number[];
  /** Whether some were left out of these. */
  full: boolean;
  readonly latency: Samples;
  readonly firstToken: Samples;
  readonly inputTokens: Samples;
  readonly outputTokens: Samples;
  /** Of answers whose first token is known: tokens, the time from the first one to the end, and that time for each token. */
  tokens: number;
  streamingMs: number;
  readonly perTokenMs: Samples;
  /** The quickest refusal: the way there and back takes no longer. */
  quickestMs: number;
}

/** What a log came to, by strategy and model. */
export interface Ledger {
  /** Of a log of requests; undefined where it has attempts alone. */
  readonly requests: ModelBook | undefined;
  readonly models: ReadonlyMap<string, ModelBook>;
  readonly runs: ReadonlySet<number>;
  /** Of rows that stand for many calls: the shortest time between two, an hour at most. */
  readonly windowMs: number | undefined;
}

export interface Ledgers {
  add(call: Call): void;
  byStrategy(): ReadonlyMap<string, Ledger>;
}

/** Names beyond these are one: what a log calls a model may be anything. */
const mostNames = 200;

/** What all other models, or strategies, are called. */
export const otherNames = '(others)';

export function ledgers(clock: LocalClock): Ledgers {
  const all = new Map<string, OpenLedger>();
  return {
    add(call) {
      const localMs = clock(call.time);
      const ledger = keptUnder(all, call.strategy, () => ({
        requests: undefined,
        models: new Map(),
        runs: new Set<number>(),
        windowMs: undefined,
        lastMs: Number.POSITIVE_INFINITY,
      }));
      // A row that stands for many is a window; it ends where the next one begins, above or below it.
      const apartMs = Math.abs(localMs - ledger.lastMs);
      if (call.count > 1 && apartMs > 0 && Number.isFinite(apartMs)) ledger.windowMs = Math.min(ledger.windowMs ?? hourMs, apartMs);
      ledger.lastMs = localMs;
      ledger.runs.add(call.run);
      if (call.kind === 'attempt') {
        note(keptUnder(ledger.models, call.model, modelBook), call, localMs, true);
        return;
      }
      ledger.requests ??= modelBook();
      note(ledger.requests, { ...call, first: true }, localMs, call.first);
    },
    byStrategy: () => all,
  };
}

interface OpenLedger {
  windowMs: number | undefined;
  lastMs: number;
  requests: ModelBook | undefined;
  readonly models: Map<string, ModelBook>;
  readonly runs: Set<number>;
}

/** What is kept under a name; beyond so many names under one for all others. */
function keptUnder<Value>(map: Map<string, Value>, name: string, make: () => Value): Value {
  const key = map.has(name) || map.size < mostNames ? name : otherNames;
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function modelBook(): ModelBook {
  return {
    spans: new Map(),
    hours: hourBook(),
    ends: { ok: 0, capacity: 0, rate_limited: 0, failed: 0, unknown: 0 },
    calls: 0,
    firsts: 0,
    refusedAtFirst: 0,
    served: [],
    refusals: [],
    full: false,
    latency: samples(),
    firstToken: samples(),
    inputTokens: samples(),
    outputTokens: samples(),
    tokens: 0,
    streamingMs: 0,
    perTokenMs: samples(),
    quickestMs: Number.POSITIVE_INFINITY,
  };
}

/** `alone`: the figures of service are those of one attempt. */
function note(book: ModelBook, call: Call, localMs: number, alone: boolean): void {
  const { end, count, latencyMs } = call;
  const [from, to] = book.spans.get(call.run) ?? [localMs, localMs];
  if (localMs <= from || localMs >= to) book.spans.set(call.run, [Math.min(from, localMs), Math.max(to, localMs)]);
  const refused = end === 'capacity' || end === 'rate_limited';
  const served = alone && latencyMs !== undefined && !refused;
  book.hours.add(call.run, localMs, { first: call.first, end, count, servedMs: served ? latencyMs * count : 0 });
  book.calls += count;
  book.ends[end] += count;
  if (call.first) {
    book.firsts += count;
    if (refused) book.refusedAtFirst += count;
  }
  if (refused && latencyMs !== undefined) book.quickestMs = Math.min(book.quickestMs, latencyMs);
  if (end === 'capacity') keep(book, book.refusals, [call.run, localMs]);
  else if (served) keep(book, book.served, [call.run, localMs, localMs + latencyMs]);
  if (end === 'ok' || end === 'unknown') service(book, call, served);
}

function keep(book: ModelBook, list: number[], values: readonly number[]): void {
  if (list.length / values.length >= mostKept) book.full = true;
  else list.push(...values);
}

function service(book: ModelBook, { latencyMs, firstTokenMs, inputTokens, outputTokens }: Call, served: boolean): void {
  // 0 tokens: the log does not know them.
  if (inputTokens !== undefined && inputTokens > 0) book.inputTokens.add(inputTokens);
  if (outputTokens !== undefined && outputTokens > 0) book.outputTokens.add(outputTokens);
  if (!served || latencyMs === undefined) return;
  book.latency.add(latencyMs);
  if (firstTokenMs === undefined || firstTokenMs > latencyMs) return;
  book.firstToken.add(firstTokenMs);
  if (outputTokens === undefined || outputTokens === 0) return;
  book.tokens += outputTokens;
  book.streamingMs += latencyMs - firstTokenMs;
  book.perTokenMs.add((latencyMs - firstTokenMs) / outputTokens);
}
