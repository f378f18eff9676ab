import { readFileSync } from 'node:fs';
import { runScenario } from '../../harness/run/run.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { showDuration, showNumber, showShare, showUsd } from '../../reports/formats/figures.ts';
import { paretoFront } from '../../reports/result/pareto.ts';
import { summarise } from '../../reports/result/summarise.ts';
import type { StrategySummary } from '../../reports/result/summary.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';

const example = packagePath('examples', 'strategies-on-a-peak-day.yaml');
const text = readFileSync(example, 'utf8');
const [peak = '', strategies = ''] = text.split(/^(?=x-guard:)/m);
const [, hours = ''] = /^(replications:.*\n)/m.exec(peak) ?? [];
const [window = ''] = /^time:.*$/m.exec(peak) ?? [];

/** The two days, each with the strategies of the example and its hours. */
export const days = {
  peak: text,
  rough: `${rough().replace(/^time:.*$/m, `${hours}${window}`)}\n${strategies}`,
};
export type Day = keyof typeof days;

/** A strategy's part of the summary; counts are sums over so many replications. */
export type Compared = StrategySummary & { readonly replications: number };

function rough(): string {
  const [head = ''] = readFileSync(packagePath('sim', 'presets', 'rough-day.yaml'), 'utf8').split(/^(?=x-guard:)/m);
  return head.replace('file: azure-conv.csv', 'file: ../sim/presets/azure-conv.csv');
}

/** What becomes of them; `only` leaves the others out, which changes nothing for those that stay. */
export async function summariesOf(day: Day, only?: readonly string[]): Promise<readonly Compared[]> {
  const { scenario } = await loadScenario({ text: days[day], folder: packagePath('examples') });
  const chosen = only === undefined ? scenario.strategies : scenario.strategies.filter(({ name }) => only.includes(name));
  const result = await runScenario({ ...scenario, baseline: chosen[0]?.name ?? '', strategies: chosen }, { workers: 0 });
  const { strategies } = summarise({ ...result, fresh: [] });
  return strategies.map((one) => ({ ...one, replications: scenario.replications }));
}

/** The comment that stands above each strategy in the example, by its name. */
export function groups(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let group = '';
  for (const line of strategies.split('\n')) {
    const comment = /^ {2}# (.*)$/.exec(line)?.[1];
    if (comment !== undefined) group = comment.replace(/[.,:].*$/, '');
    const name = /^ {2}- (?:\{ )?(?:name|preset): ([\w-]+)/.exec(line)?.[1];
    if (name !== undefined) found.set(name, group);
  }
  return found;
}

/** What the provider bills for a thousand answers, US$; failing is cheap otherwise. */
function costOfThousand({ costUsd, requests, replications }: Compared): number | null {
  return costUsd === null || requests.ok === 0 ? null : (1000 * costUsd * replications) / requests.ok;
}

/** One row of the page's tables. */
export function rowOf(strategy: Compared, front: boolean): string {
  const cells = [
    groups().get(strategy.name) ?? '',
    `${strategy.name}${front ? ' ◆' : ''}`,
    showShare(strategy.errorRate),
    showDuration(strategy.latencyMs.withFailures?.p95 ?? null),
    showUsd(costOfThousand(strategy)),
    showNumber(strategy.quality),
    showNumber(strategy.amplification),
    showShare(strategy.provider.tenantsRefusedRate),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** By group as in the example, inside each by the share that failed; ◆ marks the front of errors, p95 and cost. */
export function tableOf(summaries: readonly Compared[]): string {
  const front = new Set(paretoFront(summaries.map((one) => [one.errorRate, one.latencyMs.withFailures?.p95 ?? null, costOfThousand(one)])));
  const order = [...new Set(groups().values())];
  const place = ({ name }: Compared): number => order.indexOf(groups().get(name) ?? '');
  const rows = summaries
    .map((strategy, position) => ({ strategy, row: rowOf(strategy, front.has(position)) }))
    .sort((a, b) => place(a.strategy) - place(b.strategy) || (a.strategy.errorRate ?? 1) - (b.strategy.errorRate ?? 1));
  const head = ['kind', 'strategy', 'failed', 'p95', '1,000 answers', 'quality', 'attempts a request', 'others refused'];
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows.map(({ row }) => row)].join('\n');
}
