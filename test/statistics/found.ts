import { meanCoverage, percentileCoverage, type ShareCoverage, shareCoverage } from './coverage.ts';
import { alone, bestOfEquals, decided, equals, verdicts } from './selection.ts';
import { meanSettings, meanText, narrow, percentileSettings, percentileText, shareSettings, shareText } from './settings.ts';

/** How many trials of each kind. */
export interface Trials {
  readonly shares: number;
  readonly percentiles: number;
  readonly means: number;
  readonly comparisons: number;
  readonly selections: number;
}

/** What simulation says of the statistics. Shares of trials, in the order of the settings. */
export interface Found {
  readonly trials: Trials;
  readonly shares: readonly ShareCoverage[];
  readonly narrow: readonly ShareCoverage[];
  readonly percentiles: readonly number[];
  readonly means: readonly number[];
  /** Comparisons of equals that find a difference in one of four measures: with Holm's correction, and without. */
  readonly falseFindings: { readonly holm: number; readonly alone: number };
  /** Comparisons that find a goodput 30 % better, where replications differ by 10 %. */
  readonly rightFindings: number;
  /** How far the best of 25 equals is above the truth, in standard errors: where it was chosen, and on fresh replications. */
  readonly best: { readonly selected: number; readonly fresh: number };
}

export function find(trials: Trials): Found {
  return {
    trials,
    shares: shareSettings.map((setting) => shareCoverage(setting, trials.shares)),
    narrow: narrow.map((setting) => shareCoverage(setting, trials.shares)),
    percentiles: percentileSettings.map((setting) => percentileCoverage(setting, trials.percentiles)),
    means: meanSettings.map(({ replications, skew }) => meanCoverage(replications, skew, trials.means)),
    ...comparisons(trials.comparisons),
    best: selections(trials.selections),
  };
}

function comparisons(trials: number): Pick<Found, 'falseFindings' | 'rightFindings'> {
  const counts = { holm: 0, alone: 0, right: 0 };
  for (let trial = 0; trial < trials; trial++) {
    const equal = verdicts(trial);
    if (equal.some(decided)) counts.holm += 1;
    if (equal.some(alone)) counts.alone += 1;
    if (verdicts(trial, 1.3).some(({ measure, verdict }) => measure === 'goodputPerSecond' && verdict === 'better')) counts.right += 1;
  }
  return { falseFindings: { holm: counts.holm / trials, alone: counts.alone / trials }, rightFindings: counts.right / trials };
}

function selections(trials: number): Found['best'] {
  const sums = { selected: 0, fresh: 0 };
  for (let trial = 0; trial < trials; trial++) {
    const { selected, fresh } = bestOfEquals(trial);
    sums.selected += selected - equals.truth;
    sums.fresh += fresh - equals.truth;
  }
  const standardError = equals.spread / Math.sqrt(equals.replications);
  return { selected: sums.selected / trials / standardError, fresh: sums.fresh / trials / standardError };
}

const percent = (share: number): string => (100 * share).toFixed(1);

/** From the least to the most. */
function range(shares: readonly number[]): string {
  return `${percent(shares.reduce((least, one) => Math.min(least, one), 1))} to ${percent(shares.reduce((most, one) => Math.max(most, one), 0))}`;
}

/** All of it as a table. */
export function tableOf(found: Found): string {
  const share = (setting: string, { ours, student, wilson }: ShareCoverage): string =>
    `| ${setting} | ${percent(ours)} | ${percent(student)} | ${percent(wilson)} |`;
  return [
    '| share that fails | ours | Student’s t | Wilson |',
    '|---|---|---|---|',
    ...found.shares.map((one, i) => share(shareText(shareSettings[i] as (typeof shareSettings)[number]), one)),
    ...found.narrow.map((one, i) => share(`too narrow: ${shareText(narrow[i] as (typeof narrow)[number])}`, one)),
    '',
    '| other intervals | ours |',
    '|---|---|',
    ...found.percentiles.map(
      (one, i) => `| ${percentileText(percentileSettings[i] as (typeof percentileSettings)[number])} | ${percent(one)} |`,
    ),
    ...found.means.map((one, i) => `| ${meanText(meanSettings[i] as (typeof meanSettings)[number])} | ${percent(one)} |`),
  ].join('\n');
}

/** The same in sentences, as docs/model.md has them. */
export function sentencesOf({ trials, shares, narrow: [three, two, rare], percentiles, means, falseFindings, best }: Found): string {
  const count = String(trials.shares).replace(/000$/, ',000');
  return [
    `In ${shares.length} settings of ${count} simulated runs each, with 5 to 40 replications and 0.02 to 12 % errors that come singly, in`,
    `spells or with noise too slow for a run to even out, the interval of a share holds the truth in ${range(shares.map(({ ours }) => ours))} of 100 runs;`,
    `Student’s t would in ${range(shares.map(({ student }) => student))}, Wilson’s interval in ${range(shares.map(({ wilson }) => wilson))}. Percentiles come to ${range(percentiles)},`,
    `means to ${range(means)}. Of comparisons between equals ${percent(falseFindings.holm)} % find a difference in one of the four measures, without Holm`,
    `${percent(falseFindings.alone)} %. The best of 25 equals looks ${best.selected.toFixed(2)} standard errors better than it is where it was chosen, and`,
    `${Math.abs(best.fresh).toFixed(2)} ${best.fresh < 0 ? 'worse' : 'better'} on fresh replications. Too narrow are intervals of 3 replications (${percent(three?.ours ?? 0)} of 100) and of 2 (${percent(two?.ours ?? 0)}), and those of failures`,
    `in spells so rare that many runs see none (${percent(rare?.ours ?? 0)}): what never happened in a run cannot be told from it.`,
  ].join('\n');
}
