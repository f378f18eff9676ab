import { type Explained, type LookName, lookNames, permille } from '../result/explained.ts';
import type { StrategySummary } from '../result/summary.ts';
import type { Report } from './format.ts';
import { mainStrategies } from './sweep.ts';

export const explainedTitle = 'Why requests failed';

/** A heading of the order in which to look, what belongs under it, and what to do. */
export interface Look {
  readonly name: LookName;
  readonly title: string;
  readonly short: string;
  readonly means: string;
  readonly remedy: string;
}

const words: Readonly<Record<LookName, Omit<Look, 'name'>>> = {
  error: {
    title: 'Read the error',
    short: 'the error',
    means: 'Errors that the same request meets again: quota, key, a wrong request, an answer that cannot be read.',
    remedy: 'Mend what the error names. Do not retry.',
  },
  concurrency: {
    title: 'Check your own concurrency',
    short: 'own concurrency',
    means:
      'Rate limits, a full queue, an open breaker, an empty budget, patience that ended in the own queue; of the capacity errors, the part of the slots that own attempts held.',
    remedy: 'Send fewer at once or more slowly: lower the limit, pace the requests, retry less.',
  },
  switchOrWait: {
    title: 'Switch or wait',
    short: 'switch or wait',
    means: 'Others held the slots, or the attempt broke, and the client stopped: another model or a later attempt may have answered.',
    remedy: 'Name a second model, or wait longer between attempts.',
  },
  provider: {
    title: 'Only then the provider',
    short: 'the provider',
    means: 'Every model was tried, or attempts took longer than callers wait.',
    remedy: 'Ask for capacity, or for another provider.',
  },
};

/** The headings in their order. */
export const looks: readonly Look[] = lookNames.map((name) => ({ name, ...words[name] }));

/** "8.4 %"; those of one strategy are together 100 %. */
export function lookShares(explained: Explained): Readonly<Record<LookName, string>> {
  const tenths = permille(explained);
  const text = (name: LookName) => `${tenths[name] % 1000 === 0 ? tenths[name] / 10 : (tenths[name] / 10).toFixed(1)} %`;
  return {
    error: text('error'),
    concurrency: text('concurrency'),
    switchOrWait: text('switchOrWait'),
    provider: text('provider'),
  };
}

/** A strategy some of whose requests failed. */
export interface Failing {
  readonly strategy: StrategySummary;
  readonly explained: Explained;
}

/** The strategies of the main table some of whose requests failed, in its order. */
export function failingOf(report: Report): readonly Failing[] {
  return mainStrategies(report).flatMap((strategy) => (strategy.explained === null ? [] : [{ strategy, explained: strategy.explained }]));
}

/** Those worth a line where space is short: the recommended one and the baseline, or else the one with the most errors. */
export function firstFailing(report: Report): readonly Failing[] {
  const all = failingOf(report);
  const names = [report.summary.recommendation?.strategy, report.result.scenario.baseline];
  const chosen = all.filter(({ strategy }) => names.includes(strategy.name));
  const rate = ({ strategy }: Failing) => strategy.errorRate ?? 0;
  return chosen.length > 0 ? chosen : all.toSorted((one, other) => rate(other) - rate(one)).slice(0, 1);
}

/** "the error 0 %, own concurrency 8.4 %, switch or wait 91.6 %, the provider 0 %" */
export function explainedText(explained: Explained): string {
  const shares = lookShares(explained);
  return looks.map(({ name, short }) => `${short} ${shares[name]}`).join(', ');
}
