import { localTimes } from '../../result/local-time.ts';
import { type Stretch, stretchesOf } from '../chart/day.ts';
import { showNumber, showRate, showShare } from '../figures.ts';
import type { Report } from '../format.ts';
import { mainStrategies } from '../sweep.ts';
import type { Paint } from './paint.ts';
import { sparkline } from './sparkline.ts';
import { pad, shorten, width } from './width.ts';

const mostCells = 48;
const leastCells = 16;
const nameCells = 20;

interface Line {
  readonly title: string;
  readonly values: readonly (number | null)[];
  readonly show: (value: number) => string;
}

const share = (percent: number): string => showShare(percent / 100);

function linesOf(report: Report): readonly Line[] {
  const { result, summary } = report;
  const wanted = new Set([summary.recommendation?.strategy ?? result.scenario.baseline, result.scenario.baseline]);
  const drawn = mainStrategies(report).flatMap(({ name }) => {
    const fold = result.strategies.find((candidate) => candidate.name === name);
    if (!wanted.has(name) || fold === undefined || fold.replications.length === 0) return [];
    return [{ name: shorten(name, nameCells), stretches: stretchesOf(fold.timeline, result.scenario.lengthSeconds) }];
  });
  const [first] = drawn;
  if (first === undefined || first.stretches.length < 2) return [];
  const line = (title: string, stretches: readonly Stretch[], of: (stretch: Stretch) => number | null, show: Line['show']): Line => ({
    ...{ title, show },
    values: stretches.map(of),
  });
  return [
    line('offered', first.stretches, ({ offeredPerSecond }) => offeredPerSecond, showRate),
    ...drawn.map(({ name, stretches }) => line(`refused, ${name}`, stretches, ({ refused }) => refused, share)),
    ...drawn.map(({ name, stretches }) => line(`failed, ${name}`, stretches, ({ failed }) => failed, share)),
    line('free slots', first.stretches, ({ freeSlots }) => freeSlots, showNumber),
  ];
}

/** Load, refusals, failures and free slots over the run, a small line each, where there is room for them. */
export function dayLines(report: Report, cells: number, ascii: boolean, paint: Paint): readonly string[] {
  const lines = linesOf(report);
  const titleCells = Math.max(0, ...lines.map(({ title }) => width(title)));
  const ends = lines.map(({ values, show }) => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? 'n/a' : `${show(Math.min(...known))} to ${show(Math.max(...known))}`;
  });
  const room = Math.min(mostCells, cells - titleCells - Math.max(0, ...ends.map(width)) - 6);
  if (lines.length === 0 || room < leastCells) return [];
  const { start, zoneOffsets, lengthSeconds } = report.result.scenario;
  const clock = localTimes(start, zoneOffsets);
  return [
    paint.bold(`Over time, ${clock(0).slice(0, 16)} to ${clock(lengthSeconds).slice(0, 16)}`),
    ...lines.map(({ title, values }, i) => {
      // Refusals of two strategies are told apart by their height.
      const alike = lines.filter((other) => other.title.split(',')[0] === title.split(',')[0]);
      const most = Math.max(0, ...alike.flatMap((other) => other.values.map((value) => value ?? 0)));
      return `  ${pad(title, titleCells, 'left')}  ${sparkline(values, most, room, ascii)}  ${paint.dim(ends[i] ?? '')}`;
    }),
  ];
}
