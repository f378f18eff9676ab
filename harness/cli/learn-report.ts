import { showDuration, showNumber, showRate, showShare } from '../../reports/formats/figures.ts';
import { paint } from '../../reports/formats/terminal/paint.ts';
import { type TableColumn, tableLines } from '../../reports/formats/terminal/table.ts';
import { wrap } from '../../reports/formats/terminal/width.ts';
import type { Interval } from '../../reports/result/summary.ts';
import { formatWallTime } from '../../sim/curves/calendar.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import type { Learnt, Slice } from '../learn/learnt.ts';
import type { Load } from '../learn/load.ts';
import type { Bounded, Spread } from '../learn/service.ts';
import { commandLine } from './command-line.ts';
import { fitWords } from './learn-fit.ts';
import type { Logs } from './learn-logs.ts';

interface Surroundings {
  readonly columns: number;
  readonly colour: boolean;
  /** The scenario that was written, if one was. */
  readonly written: string | undefined;
}

/** For people: what the log says, in the order in which one decides, then what it does not say. */
export function learnText(learnt: Learnt, logs: Logs, { columns, colour, written }: Surroundings): string {
  const { bold, dim } = paint(colour);
  const lines: string[] = [];
  const say = (text: string, indent = 0): void => void lines.push(...wrap(text, columns, indent, indent));
  for (const line of wrap(headline(learnt), columns)) lines.push(bold(line));
  lines.push('');
  for (const { file, format, guesses, rows } of logs.readings) {
    say(`${file}: ${format}, ${grouped(rows)} rows${guesses.length === 0 ? '' : `; ${guesses.join(', ')}`}`);
  }
  say(`${learnt.from} to ${learnt.to}, ${daysText(learnt)}; ${logs.clock}`);
  if (learnt.otherModels.length > 0) say(`${learnt.model} alone; ${othersText(learnt)}: --model for another`);
  lines.push('', ...tableLines(sliceColumns(shownHours(learnt.hours), learnt, 'hour'), 2, dim));
  if (learnt.weekdays.length > 1) lines.push('', ...tableLines(sliceColumns(learnt.weekdays, learnt, 'day'), 2, dim));
  for (const [title, sentences] of sections(learnt)) {
    if (sentences.length === 0) continue;
    lines.push('', bold(title));
    for (const sentence of sentences) say(sentence, 2);
  }
  lines.push('', bold('Next'));
  if (written === undefined) {
    say('A scenario of this day, with --out. Then find the limit to ship:', 2);
    lines.push(`  ${commandLine(['tune', 'learnt.yaml'])}`);
  } else {
    say(`Wrote ${written}; what is marked ◀ in it the log does not say. Find the limit to ship:`, 2);
    lines.push(`  ${commandLine(['tune', written])}`);
  }
  return `${lines.join('\n')}\n`;
}

function headline({ refused, requests, quiet, model }: Learnt): string {
  const calls = `${grouped(requests)} first ${requests === 1 ? 'call' : 'calls'}${model === '' ? '' : ` to ${model}`}`;
  if (refused === null || refused.share === null) return `${calls}; the log does not say how they ended`;
  const hours = quiet?.window == null ? '' : `; quiet from ${quiet.window.from} to ${quiet.window.to}`;
  return `${calls}, ${showShare(refused.share)} of them refused (${range(refused.interval, showShare)})${hours}`;
}

function daysText({ days, runs }: Learnt): string {
  return `${days} ${days === 1 ? 'day' : 'days'}${runs > 1 ? ` in ${runs} recordings` : ''}`;
}

function othersText({ otherModels }: Learnt): string {
  const [most] = otherModels;
  return otherModels.length === 1
    ? `${most?.model} has ${grouped(most?.firsts ?? 0)} first calls`
    : `${otherModels.length} other models are in the log`;
}

function shownHours(hours: readonly Slice[]): readonly Slice[] {
  return hours.filter(({ days }) => days > 0);
}

const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function sliceColumns(slices: readonly Slice[], { refused, slots, service }: Learnt, kind: 'hour' | 'day'): readonly TableColumn[] {
  const right = (head: readonly string[], cell: (slice: Slice) => string): TableColumn => ({
    head,
    align: 'right',
    cells: slices.map(cell),
  });
  const two = (hour: number | null): string => `${String(hour ?? 0).padStart(2, '0')}:00`;
  return [
    {
      head: [kind],
      align: 'left',
      cells: slices.map(({ hour, weekday }) => (kind === 'hour' ? two(hour) : (weekdayNames[weekday ?? 0] ?? ''))),
    },
    right(['calls', 'an hour'], ({ arrivals }) => showNumber(arrivals.perHour)),
    right(['±'], ({ arrivals }) => showNumber(arrivals.error)),
    ...(refused === null
      ? []
      : [
          right(['refused', 'at first'], ({ refused: own }) => showShare(own?.share ?? null)),
          right(['95 %', 'interval'], ({ refused: own }) => range(own?.interval ?? null, showShare)),
        ]),
    ...(service.latencyMs === null ? [] : [right(['own', 'load'], ({ ownErlang }) => showNumber(ownErlang))]),
    ...(slots.given === null || kind === 'day' ? [] : [right(['load of', 'others'], ({ load }) => loadText(load?.others))]),
  ];
}

function loadText(load: Load | undefined): string {
  if (load === undefined) return 'n/a';
  if (load.basis === 'at most') return load.high === null ? 'n/a' : `≤ ${showNumber(load.high)}`;
  return `${showNumber(load.value)} (${load.low === null ? '' : showNumber(load.low)}–${load.high === null ? '' : showNumber(load.high)})`;
}

function range(interval: Interval | null, show: (value: number) => string): string {
  return interval === null ? 'n/a' : `${show(interval[0]).replace(' %', '')}–${show(interval[1])}`;
}

function sections(learnt: Learnt): readonly (readonly [string, readonly string[]])[] {
  return [
    ['Busy spells', spellLines(learnt)],
    ['Answers', serviceText(learnt)],
    ['Slots', slotLines(learnt)],
    ['Quiet hours', quietText(learnt)],
    ['Held-out days', learnt.fit === null ? [] : [fitWords(learnt.fit).join(' ')]],
    ['What the log does not say', learnt.unknown],
  ];
}

function spellLines({ spells }: Learnt): readonly string[] {
  if (spells === null) return [];
  const { count, gapMs, p50Ms, p90Ms, longestMs, longest } = spells;
  if (count === 0) return ['No call found the provider full.'];
  const [first] = longest;
  const when = first === undefined ? '' : ` (from ${formatWallTime(Math.floor(first.fromMs / 1000) * 1000)})`;
  return [
    `${grouped(count)}, as your own calls met them: half of them ${spellText(p50Ms)}, a tenth longer than ${spellText(p90Ms)}, the longest ${spellText(longestMs)}${when}. One ends when nobody was refused for ${showDuration(gapMs)}.`,
  ];
}

function spellText(lengthMs: number | null): string {
  return lengthMs === 0 ? 'a single refusal' : showDuration(lengthMs);
}

function serviceText({ service }: Learnt): readonly string[] {
  const spread = (name: string, of: Spread | null, show: (value: number) => string): readonly string[] =>
    of === null
      ? []
      : [`${name}: mean ${bounded(of.mean, show)}, half below ${bounded(of.p50, show)}, 99 % below ${bounded(of.p99, show)}`];
  return [
    ...spread('Time in service', service.latencyMs, showDuration),
    ...spread('First token', service.firstTokenMs, showDuration),
    ...spread('Tokens in', service.inputTokens, showNumber),
    ...spread('Tokens out', service.outputTokens, showNumber),
    ...(service.tokensPerSecond === null ? [] : [`Tokens: ${showRate(service.tokensPerSecond)} once they come`]),
  ];
}

function bounded({ value, interval }: Bounded, show: (value: number) => string): string {
  return interval === null ? show(value) : `${show(value)} (${show(interval[0])}–${show(interval[1])})`;
}

function slotLines({ slots: { given, seen } }: Learnt): readonly string[] {
  const lines: string[] = given === null ? [] : [`${grouped(given)}, as you say.`];
  if (seen.atLeast !== null) lines.push(`At least ${grouped(seen.atLeast)}: so many calls of your own were in service at once.`);
  if (seen.exclusive !== null)
    lines.push(
      `${grouped(seen.exclusive[0])} to ${grouped(seen.exclusive[1])}, and nobody else on them: whenever a call was refused, so many of your own were in service.`,
    );
  else if (seen.atRefusal !== null)
    lines.push(
      `When a call was refused, ${grouped(seen.atRefusal.p5)} to ${grouped(seen.atRefusal.p95)} of your own were in service: others had the rest.`,
    );
  return lines;
}

function quietText({ quiet }: Learnt): readonly string[] {
  if (quiet === null) return [];
  if (quiet.window === null) return [`None: no stretch of hours is below ${showShare(quiet.below)} while others are above.`];
  const { from, to } = quiet.window;
  const how = quiet.shown ? 'shown to be below' : 'below, which the log does not prove,';
  return [
    `${from} to ${to}, ${how} ${showShare(quiet.below)} of first calls refused: ${showShare(quiet.refusedInside)} inside, ${showShare(quiet.refusedOutside)} outside, where ${showShare(quiet.outside)} of the calls are.`,
    `defer: { window: { from: "${from}", to: "${to}" } }`,
  ];
}
