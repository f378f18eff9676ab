import { localTimes } from '../../result/local-time.ts';
import type { Result } from '../../result/result.ts';
import { type Stretch, stretchesOf, tickSeconds } from './day.ts';
import { linePanelSvg, scaleFor } from './line-panel.ts';

/** One strategy of the day's charts. */
export interface DayLine {
  readonly place: number;
  readonly stretches: readonly Stretch[];
  readonly strong: boolean;
}

/** One chart of the day, and what it shows. */
export interface DayPanel {
  readonly title: string;
  readonly unit: string;
  readonly svg: string;
  /** One line is that of every strategy. */
  readonly common: boolean;
  /** Where lines leave the chart at its top, and places of the strategies whose lines do; null when none does. */
  readonly cut: { readonly at: number; readonly places: readonly number[] } | null;
}

const panels = [
  {
    prefix: 'day-offered',
    title: 'Offered load',
    unit: 'own requests per second',
    of: ({ offeredPerSecond }: Stretch) => offeredPerSecond,
  },
  {
    prefix: 'day-free',
    title: 'Free slots',
    unit: 'of the first model’s pool, mean',
    of: ({ freeSlots }: Stretch) => freeSlots,
  },
  { prefix: 'day-refused', title: 'Refused attempts', unit: '% of the attempts sent, for capacity', of: ({ refused }: Stretch) => refused },
  { prefix: 'day-failed', title: 'Failed requests', unit: '% of the requests that ended', of: ({ failed }: Stretch) => failed },
  { prefix: 'day-flight', title: 'In flight', unit: 'own attempts under way, mean', of: ({ inFlight }: Stretch) => inFlight },
  { prefix: 'day-queue', title: 'Queue', unit: 'requests that wait for a permit, mean', of: ({ waiting }: Stretch) => waiting },
  { prefix: 'day-limit', title: 'Limit', unit: 'of one client, mean; without a line: no limit', of: ({ limit }: Stretch) => limit },
] as const;

/** Charts of what not every strategy has. */
const onlyWhereUsed: ReadonlySet<string> = new Set(['day-queue', 'day-limit']);

/** A tick of the time axis in local time, as short as the length of the run allows. */
export function timeLabels({ start, zoneOffsets, lengthSeconds }: Result['scenario']): (seconds: number) => string {
  const localTime = localTimes(start, zoneOffsets);
  const tick = tickSeconds(lengthSeconds);
  return (seconds) => {
    const shown = localTime(seconds);
    if (tick >= 86_400) return shown.slice(5, 10);
    return tick >= 60 ? shown.slice(11, 16) : shown.slice(11, 19);
  };
}

/** The strategies of the day's charts, one line each in every panel. */
export function dayLines(
  result: Result,
  strategies: readonly { readonly name: string }[],
  strong: ReadonlySet<string>,
): readonly DayLine[] {
  return strategies.flatMap(({ name }, place) => {
    const fold = result.strategies.find((candidate) => candidate.name === name);
    if (fold === undefined || fold.replications.length === 0) return [];
    return [{ place, stretches: stretchesOf(fold.timeline, result.scenario.lengthSeconds), strong: strong.has(name) }];
  });
}

const plain = (value: number): string => String(Number(value.toPrecision(3)));

/** Lines so many times higher than what is shown at first would press everything else to the ground. */
const farAbove = 2.5;
/** Where more strategies than this are that high, height is the rule and nothing is cut off. */
const mostCut = 3;

interface Drawn {
  readonly place: number;
  readonly strong: boolean;
  readonly points: ReadonlyArray<readonly [number, number | null]>;
}

const largestOf = (lines: readonly Drawn[]): number => Math.max(0, ...lines.flatMap(({ points }) => points.map(([, y]) => y ?? 0)));

/** The upright scale: above all lines, or, where a few are far higher, well above those that are shown at first. */
function scaleOf(lines: readonly Drawn[], first: ReadonlySet<number>): ReturnType<typeof scaleFor> {
  const shown = largestOf(lines.filter(({ place }) => first.has(place)));
  const scale = scaleFor(farAbove * shown);
  const over = lines.filter((line) => largestOf([line]) > scale.max).length;
  return shown > 0 && over > 0 && over <= mostCut ? scale : scaleFor(largestOf(lines));
}

function alike(lines: readonly Drawn[]): boolean {
  const [one, ...others] = lines.map(({ points }) => JSON.stringify(points));
  return others.length > 0 && others.every((other) => other === one);
}

/**
 * A chart each of offered load, free slots, refusals, failures and attempts in flight over the run's time, of queue and limit where
 * any strategy has one; `first` are the places of the lines shown at first.
 */
export function dayPanels(scenario: Result['scenario'], lines: readonly DayLine[], first: ReadonlySet<number>): readonly DayPanel[] {
  const x = { min: 0, max: scenario.lengthSeconds, interval: tickSeconds(scenario.lengthSeconds), show: timeLabels(scenario) };
  const told = panels.filter(
    ({ prefix, of }) => !onlyWhereUsed.has(prefix) || lines.some(({ stretches }) => stretches.some((each) => (of(each) ?? 0) > 0)),
  );
  return told.map(({ prefix, title, unit, of }) => {
    const all = lines.map(
      ({ place, strong, stretches }): Drawn => ({ place, strong, points: stretches.map((each) => [each.at, of(each)]) }),
    );
    const { max, interval } = scaleOf(all, first);
    const over = all.filter((line) => largestOf([line]) > max).map(({ place }) => place);
    const common = alike(all);
    const drawn = common ? all.slice(0, 1).map((line) => ({ ...line, place: null })) : all;
    return {
      title,
      unit,
      svg: linePanelSvg({ prefix, label: `${title} over time, ${unit}`, lines: drawn, x, y: { min: 0, max, interval, show: plain } }),
      common,
      cut: over.length === 0 ? null : { at: max, places: over },
    };
  });
}
