import type { StrategySummary } from '../summary.ts';
import type { SweptChoice } from './swept.ts';
import type { Displacing } from './winner.ts';
import { boundAndVerdict, boundText, listed, percent } from './words.ts';

export type Find = (name: string) => StrategySummary | null;

/** Differences of shares below a tenth of a point are not worth a word. */
const visible = 0.001;

function shedShare({ requests }: StrategySummary): number {
  const ended = requests.ok + requests.failed;
  return ended === 0 ? 0 : requests.failures.shed / ended;
}

function missedBound(other: StrategySummary, chosen: StrategySummary): string | null {
  const missed = other.slo.find(
    ({ measure, verdict }) => verdict === 'missed' && chosen.slo.some((own) => own.measure === measure && own.verdict !== 'missed'),
  );
  return missed === undefined ? null : `would miss ${boundText(missed)}`;
}

function gain(other: StrategySummary, chosen: StrategySummary): number {
  const own = chosen.goodputPerSecond ?? 0;
  return own === 0 ? 0 : (other.goodputPerSecond ?? 0) / own - 1;
}

/** What one step below would do: "would shed 5.8 %". */
function below(other: StrategySummary, chosen: StrategySummary): string {
  if (shedShare(other) - shedShare(chosen) >= visible) return `would shed ${percent(shedShare(other))}`;
  const missed = missedBound(other, chosen);
  if (missed !== null) return missed;
  if ((other.errorRate ?? 0) - (chosen.errorRate ?? 0) >= visible) return `would raise errors to ${percent(other.errorRate ?? 0)}`;
  return gain(other, chosen) <= -0.01 ? `would lose ${percent(-gain(other, chosen))} of goodput` : 'would do no worse';
}

/** What one step above would do: "buys nothing". */
function above(other: StrategySummary, chosen: StrategySummary): string {
  const missed = missedBound(other, chosen);
  if (missed !== null) return missed;
  if (gain(other, chosen) > 0.01) return `might buy ${percent(gain(other, chosen))} more goodput, which is not shown`;
  if ((other.errorRate ?? 0) - (chosen.errorRate ?? 0) >= visible) return `would raise errors to ${percent(other.errorRate ?? 0)}`;
  return 'buys nothing';
}

/** The values one step away: "3 would shed 5.8 %, 5 buys nothing", "more than 10 was not tried"; empty for a sweep of one. */
export function neighbours(swept: SweptChoice, find: Find): string {
  const at = swept.chosen === null ? -1 : swept.values.indexOf(swept.chosen);
  const chosen = swept.chosen === null ? null : find(swept.chosen.candidate.name);
  if (at < 0 || chosen === null || swept.values.length < 2) return '';
  const said = ([offset, say]: readonly [number, typeof below]) => {
    const step = swept.values[at + offset];
    if (step === undefined) return edge(swept, offset);
    const other = find(step.candidate.name);
    return other === null ? [] : [`${step.text} ${say(other, chosen)}`];
  };
  return (
    [
      [-1, below],
      [1, above],
    ] as const
  )
    .flatMap(said)
    .join(', ');
}

/** What is said where the sweep ends at its best value; nothing is less than 1. */
function edge({ values, chosen }: SweptChoice, offset: number): string[] {
  const last = chosen?.text ?? '';
  if (offset > 0) return [`more than ${last} was not tried`];
  return values[0]?.text === '1' ? [] : [`less than ${last} was not tried`];
}

/** " (a best guess: errorRate ≤ 3.0 % undecided at 3.1 %)"; empty for a value that is shown to meet every bound. */
export function doubt({ slo }: StrategySummary): string {
  const open = slo.filter(({ verdict }) => verdict !== 'met').map(boundAndVerdict);
  return open.length === 0 ? '' : ` (a best guess: ${listed(open)})`;
}

/** Who pays for a win by many attempts. */
function displaced(own: StrategySummary | null, next: StrategySummary | null): string {
  const rate = own?.provider.tenantsRefusedRate ?? null;
  const other = next?.provider.tenantsRefusedRate ?? null;
  if (rate === null || other === null) return 'there are no other tenants here for it to displace';
  return rate > other
    ? `it displaces other tenants, of whose calls ${percent(rate)} are refused instead of ${percent(other)}`
    : `other tenants are refused no more often, ${percent(rate)} against ${percent(other)}`;
}

/** What a win by many attempts rests on. */
export function displacementWarning({ strategy, next, factor }: Displacing, find: Find): string {
  const claim = `${strategy} has the best goodput with ${factor.toFixed(1)} × the attempts per request of ${next}`;
  return `${claim}: ${displaced(find(strategy), find(next))}; that holds only while the provider does not punish it.`;
}
