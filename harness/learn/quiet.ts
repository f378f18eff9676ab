import type { Share } from './figures.ts';

/** What is known of an hour: shown below the bound by its interval, below it by its figure alone, not below it, or without calls. */
export type Calm = 'quiet' | 'likely' | 'busy' | 'unseen';

/** As `defer: { window: … }` takes it. */
export interface Window {
  readonly from: string;
  readonly to: string;
}

/** The hours to put work off to. */
export interface Quiet {
  /** An hour is quiet when less than this share of first calls is refused in it. */
  readonly below: number;
  readonly hours: readonly Calm[];
  /** The longest stretch of quiet and likely hours; null when nothing was refused, or no hour is quieter than others. */
  readonly window: Window | null;
  /** Whether the hours of the window, together, are shown to be below the bound by their interval. */
  readonly shown: boolean;
  readonly windowHours: number;
  /** Share of first calls that came outside of the window. */
  readonly outside: number | null;
  readonly refusedInside: number | null;
  readonly refusedOutside: number | null;
}

/** From the 24 hours of the day; `together` pools some of them, `below` is by default half of what is refused over the day. */
export function quietOf(hours: readonly Share[], together: (hours: readonly number[]) => Share, below?: number): Quiet {
  const whole = hours.reduce((total, hour) => total + hour.whole, 0);
  const part = hours.reduce((total, hour) => total + hour.part, 0);
  const bound = below ?? (whole === 0 ? 0 : part / whole / 2);
  const calm = hours.map((hour) => calmOf(hour, bound));
  const stretch = part === 0 ? undefined : longest(calm);
  if (stretch === undefined) {
    return {
      below: bound,
      hours: calm,
      window: null,
      shown: false,
      windowHours: 0,
      outside: null,
      refusedInside: null,
      refusedOutside: null,
    };
  }
  const isInside = (hour: number): boolean => (hour - stretch.from + 24) % 24 < stretch.length;
  const all = hours.map((_, hour) => hour);
  const inside = together(all.filter(isInside));
  const outside = together(all.filter((hour) => !isInside(hour)));
  return {
    below: bound,
    hours: calm,
    window: { from: clock(stretch.from), to: clock((stretch.from + stretch.length) % 24) },
    shown: inside.interval !== null && inside.interval[1] < bound,
    windowHours: stretch.length,
    outside: outside.whole / whole,
    refusedInside: inside.share,
    refusedOutside: outside.share,
  };
}

function calmOf({ share, interval }: Share, below: number): Calm {
  if (share === null || interval === null) return 'unseen';
  if (interval[1] < below) return 'quiet';
  return share < below ? 'likely' : 'busy';
}

/** The longest run of hours on a day that begins again after 23:00; undefined for none, and for all 24. */
function longest(hours: readonly Calm[]): { readonly from: number; readonly length: number } | undefined {
  const fits = (at: number): boolean => hours[at % 24] === 'quiet' || hours[at % 24] === 'likely';
  let best: { from: number; length: number } | undefined;
  for (let from = 0; from < 24; from += 1) {
    let length = 0;
    while (length < 24 && fits(from + length)) length += 1;
    if (length === 24) return undefined;
    if (length > (best?.length ?? 0)) best = { from, length };
  }
  return best;
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
