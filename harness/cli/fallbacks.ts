import { showShare } from '../../reports/formats/figures.ts';
import { wrap } from '../../reports/formats/terminal/width.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { type FallbackWeek, fallbackWeeks } from '../gateway/fallbacks.ts';
import { readRecord } from '../gateway/read-record.ts';

/** More requests than this that had to go to another model are worth a thought. */
const worthwhile = 0.05;
const columns = 80;

/** Switches to another model that a record of the gateway holds, week by week; with advice where they are many. */
export function fallbacksReport(path: string, json: boolean): string {
  const weeks = fallbackWeeks(readRecord(path));
  if (weeks.some(({ week }) => week === 'Invalid Da'))
    throw new InputError([{ file: path, key: 'time', message: 'expected instants such as 2026-03-02T14:10:00.000Z' }]);
  if (json) return `${JSON.stringify({ weeks }, undefined, 2)}\n`;
  if (weeks.length === 0) return 'No request is recorded.\n';
  return `${weeks.map(weekText).join('\n')}`;
}

function weekText({ week, requests, withFallback, ways }: FallbackWeek): string {
  const share = requests === 0 ? null : withFallback / requests;
  const head = `Week of ${week}: ${grouped(requests)} requests, ${grouped(withFallback)} with a fallback (${showShare(share)})`;
  const rows = ways.map(({ from, to, cause, count }) => `  ${grouped(count).padStart(8)}  ${visible(from)} to ${visible(to)}: ${cause}`);
  const advice = share !== null && share > worthwhile ? wrap(`  ${adviceFor(ways[0]?.cause, ways[0]?.from)}`, columns, 2, 2) : [];
  return `${[head, ...rows, ...advice].join('\n')}\n`;
}

function adviceFor(cause: string | undefined, from = ''): string {
  const model = visible(from);
  if (cause === 'capacity')
    return `More than ${showShare(worthwhile)}: ${model} is full too often. Try fewer calls at once (at-capacity learn makes a scenario of this record, at-capacity tune finds its limit), or begin with another model at its busy hours.`;
  if (cause === 'rate_limited')
    return `More than ${showShare(worthwhile)}: the quota of ${model} is too small for this load. Limit the calls at once, spread them, or ask for a larger one.`;
  return `More than ${showShare(worthwhile)}: look at why ${model} fails (${cause ?? 'unknown'}).`;
}
