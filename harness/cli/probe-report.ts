import { csvLine } from '../../reports/formats/csv/escape.ts';
import { showDuration, showRate, showShare } from '../../reports/formats/figures.ts';
import type { KnownFile } from '../../reports/formats/format.ts';
import { toJson } from '../../reports/formats/json.ts';
import { paint } from '../../reports/formats/terminal/paint.ts';
import { type TableColumn, tableLines } from '../../reports/formats/terminal/table.ts';
import { wrap } from '../../reports/formats/terminal/width.ts';
import { attemptClasses } from '../../reports/result/outcome.ts';
import { figure } from '../../reports/result/stats/round6.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import { packageVersion } from '../../sim/kernel/package-root.ts';
import type { StepFigures } from '../probe/figures.ts';
import type { ProbeResult, Progress } from '../probe/probe.ts';
import { commandLine } from './command-line.ts';
import type { ProbePlan } from './probe-plan.ts';
import { advice, headline, meaning } from './probe-words.ts';

interface Surroundings {
  readonly columns: number;
  readonly colour: boolean;
}

/** For people: the answer, a line a step, what it means, what to do next. */
export function probeText(result: ProbeResult, plan: ProbePlan, { columns, colour }: Surroundings): string {
  const { bold, dim } = paint(colour);
  const { steps, sent, seconds, judgement } = result;
  const lines = [...wrap(headline(result, plan), columns).map((line) => bold(line)), ''];
  lines.push(...wrap(`${plan.target.url.href}: ${grouped(sent)} requests in ${showDuration(seconds * 1000)}`, columns));
  if (steps.length > 0) lines.push(...tableLines(columnsOf(steps, judgement?.limit), 2, dim));
  const why = meaning(result, plan);
  if (why.length > 0) lines.push('', bold('Why'), ...why.flatMap((text) => wrap(text, columns, 2)));
  const next = advice(result);
  if (judgement !== undefined && next.length > 0) {
    const text = `Put limit: ${judgement.limit} into your strategy, and try it on a provider with these figures:`;
    lines.push('', bold('Next'), ...wrap(text, columns, 2), ...next.map((words) => `  ${commandLine(words)}`));
  }
  return `${lines.join('\n')}\n`;
}

function columnsOf(steps: readonly StepFigures[], limit: number | undefined): readonly TableColumn[] {
  const right = (head: readonly string[], cell: (step: StepFigures) => string): TableColumn => ({
    head,
    align: 'right',
    cells: steps.map(cell),
  });
  return [
    { head: [''], align: 'left', cells: steps.map(({ concurrency }) => (concurrency === limit ? '>' : ' ')) },
    right(['at once'], ({ concurrency }) => String(concurrency)),
    right(['requests'], ({ sent }) => grouped(sent)),
    right(['answers'], ({ goodputPerSecond }) => showRate(goodputPerSecond)),
    right(['refused'], ({ refusedShare }) => showShare(refusedShare)),
    ...(steps.some(({ failed }) => failed > 0) ? [right(['failed'], ({ failed }) => grouped(failed))] : []),
    right(['answers', 'p50'], ({ answerMs }) => showDuration(answerMs.p50)),
    right(['answers', 'p95'], ({ answerMs }) => showDuration(answerMs.p95)),
    right(['refusals', 'p50'], ({ refusalMs }) => showDuration(refusalMs.p50)),
  ];
}

/** For programs. */
export function probeJson(
  { judgement, ended, reason, ...result }: ProbeResult,
  { target, message: { model }, options }: ProbePlan,
): string {
  return toJson({
    schemaVersion: 1,
    tool: { name: 'at-capacity', version: packageVersion() },
    url: target.url.href,
    model: model ?? null,
    options,
    incomplete: ended === 'interrupted',
    ended,
    reason: reason ?? null,
    limit: judgement?.limit ?? null,
    balancePoint: judgement?.balancePoint ?? null,
    openAbove: judgement?.openAbove ?? null,
    bestGoodputPerSecond: judgement?.best.goodputPerSecond ?? null,
    bestConcurrency: judgement?.best.concurrency ?? null,
    scalability: judgement?.scalability ?? null,
    smallestAsGood: judgement?.smallestAsGood ?? null,
    ...result,
  });
}

const header = [
  'concurrency',
  'sent',
  'answered',
  'refused',
  'failed',
  'cancelled',
  'sendingSeconds',
  'goodputPerSecond',
  'refusedShare',
  'answerMs.p50',
  'answerMs.p95',
  'refusalMs.p50',
  'cutShort',
  ...attemptClasses.map((name) => `classes.${name}`),
];

/** For spreadsheets: a row a step. */
export function probeCsv({ steps }: ProbeResult): string {
  const rows = steps.map((step) => {
    const { concurrency, sent, answered, refused, failed, cancelled, sendingSeconds, goodputPerSecond, refusedShare } = step;
    const counts = [concurrency, sent, answered, refused, failed, cancelled];
    const figures = [sendingSeconds, goodputPerSecond, refusedShare, step.answerMs.p50, step.answerMs.p95, step.refusalMs.p50].map(figure);
    return [...counts, ...figures, step.cutShort, ...attemptClasses.map((name) => step.classes[name] ?? 0)];
  });
  return [header, ...rows].map(csvLine).join('');
}

/** What `--out` writes. */
export const probeFiles: readonly KnownFile[] = [
  { name: 'probe.json', beginning: '{\n  "schemaVersion": 1,\n' },
  { name: 'probe.csv', beginning: `${header.slice(0, 3).join(',')},` },
];

/** A line that takes the place of an earlier one while a probe goes on. */
export function progressText({ concurrency, sent, answered, waiting }: Progress): string {
  const counts = `${grouped(sent)} requests, ${grouped(answered)} answered`;
  return waiting ? `${counts}; waiting as long as the provider asks` : `${concurrency} at once: ${counts}`;
}
