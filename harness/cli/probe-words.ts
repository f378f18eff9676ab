import { showDuration, showNumber, showRate, showShare } from '../../reports/formats/figures.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import type { StepFigures } from '../probe/figures.ts';
import type { Judgement } from '../probe/judge.ts';
import type { ProbeResult } from '../probe/probe.ts';
import type { ProbePlan } from './probe-plan.ts';

/** The answer in a sentence. */
export function headline({ judgement, ended, steps }: ProbeResult, { options }: ProbePlan): string {
  if (judgement === undefined)
    return ended === 'interrupted' ? 'Interrupted: no step was finished.' : 'Cannot decide: no step was finished with an answer.';
  const { limit, balancePoint, smallestAsGood, best, openAbove, highest } = judgement;
  const rate = showRate(stepAt(steps, limit)?.goodputPerSecond ?? null);
  if (balancePoint === null) {
    return `Limit ${limit}, a best guess: even ${steps[0]?.concurrency} at once are refused in ${showShare(options.balance)} of cases or more.`;
  }
  if (balancePoint < smallestAsGood) {
    const more = `${best.concurrency} at once have ${showRate(best.goodputPerSecond)}, and ${showShare(best.refusedShare)} refused`;
    return `Limit ${limit}: ${rate} and hardly a refusal; ${more}.`;
  }
  if (openAbove && limit === highest) return `Limit ${limit} or higher: ${limit} at once are answered, ${rate}; more were not measured.`;
  const more = balancePoint > smallestAsGood || openAbove ? 'more at once are answered no faster' : 'more are refused';
  return `Limit ${limit}: up to ${limit} at once are answered, ${rate}; ${more}.`;
}

/** What the figures mean, a paragraph each. */
export function meaning(result: ProbeResult, plan: ProbePlan): readonly string[] {
  const { judgement, steps } = result;
  return [
    ...(judgement === undefined ? [] : [balanceText(judgement, plan), bestText(judgement), ...curveText(judgement)]),
    ...notes(steps, plan),
    ...endings(result, plan),
  ];
}

function stepAt(steps: readonly StepFigures[], concurrency: number): StepFigures | undefined {
  return steps.find((step) => step.concurrency === concurrency);
}

function balanceText({ balancePoint, openAbove }: Judgement, { options: { balance } }: ProbePlan): string {
  const bound = `under ${showShare(balance)} refused`;
  if (balancePoint === null)
    return `Balance point: none had ${bound}. Others fill the provider, or a quota counts the requests; fewer at once hardly helps.`;
  const open = openAbove ? '; nothing was refused more often, so it may lie higher' : '';
  return `Balance point: ${balancePoint}, the largest concurrency with ${bound}${open}.`;
}

function bestText({ best, smallestAsGood }: Judgement): string {
  const smallest =
    smallestAsGood === best.concurrency
      ? 'no smaller concurrency is within 1 % of it'
      : `${smallestAsGood} is the smallest concurrency within 1 % of it`;
  return `Best goodput: ${showRate(best.goodputPerSecond)} with ${best.concurrency} at once; ${smallest}.`;
}

function curveText({ scalability, highest }: Judgement): readonly string[] {
  if (scalability === null) return [];
  const { sigma, kappa, peak } = scalability;
  const curve = `The curve nearest to the goodputs (universal scalability law, contention ${shareText(sigma)}, coherence ${shareText(kappa)})`;
  if (peak === null) return [`${curve} has no highest point: more at once bring less and less, and never fewer.`];
  if (peak > highest) return [`${curve} is highest beyond what was measured.`];
  return [`${curve} is highest with ${Math.max(1, Math.round(peak))} at once.`];
}

function shareText(value: number): string {
  return value < 1e-6 ? '0' : showNumber(value);
}

function sum(steps: readonly StepFigures[], of: (step: StepFigures) => number): number {
  return steps.reduce((total, step) => total + of(step), 0);
}

/** What should be known before the figures are believed. */
export function notes(steps: readonly StepFigures[], { options, message }: Pick<ProbePlan, 'options' | 'message'>): readonly string[] {
  const found: string[] = [];
  const limited = sum(steps, ({ classes }) => classes.rate_limited ?? 0);
  const refused = sum(steps, (step) => step.refused);
  if (limited * 2 > refused) {
    found.push(
      `${grouped(limited)} of ${grouped(refused)} refusals are rate limits: a quota counts requests or tokens per time, and a limit on concurrency alone does not keep to it.`,
    );
  }
  const failed = steps.filter((step) => step.failed > 0);
  if (failed.length > 0) found.push(`Failed in other ways: ${failuresText(failed)}.`);
  if (failed.some(({ classes }) => (classes.malformed ?? 0) > 0)) found.push(message.anyJson ? noJson : noCompletion);
  const slowest = Math.max(0, ...steps.map(({ answerMs }) => answerMs.p50 ?? 0));
  if (slowest * 2 > options.stepMs) {
    found.push(
      `Half of the answers take up to ${showDuration(slowest)}, and a step only ${showDuration(options.stepMs)}: a longer --step makes the goodputs surer.`,
    );
  }
  return found;
}

const noJson = 'Malformed: came with a good status, but holds no JSON with something in it.';
const noCompletion =
  'Malformed: came with a good status, but is no chat completion. If the server speaks otherwise, give the path and --body.';

function failuresText(steps: readonly StepFigures[]): string {
  const names = new Set(steps.flatMap(({ classes }) => Object.keys(classes) as (keyof StepFigures['classes'])[]));
  const shown = [...names].filter((name) => !['ok', 'capacity', 'rate_limited', 'cancelled'].includes(name));
  return shown.map((name) => `${name} ${grouped(sum(steps, ({ classes }) => classes[name] ?? 0))}`).join(', ');
}

/** Why it stopped where it did. */
export function endings(
  { ended, reason, judgement, steps }: ProbeResult,
  { options, message: { takesModel } }: Pick<ProbePlan, 'options' | 'message'>,
): readonly string[] {
  const said = reason === undefined ? '' : `: ${reason.replace(/\.$/, '')}`;
  switch (ended) {
    case 'done':
      return judgement?.openAbove === true && steps.at(-1)?.concurrency === options.max ? [`--max ${options.max} was reached.`] : [];
    case 'time':
      return [`Stopped after ${showDuration(options.maxMs)}, with concurrencies left to try: --max-time.`];
    case 'requests':
      return [`Stopped after ${grouped(options.maxRequests)} requests, with concurrencies left to try: --max-requests.`];
    case 'nothing':
      if (steps.every(({ sent }) => sent === 0))
        return ['No connection was ready before the step was over: a longer --step gives it time.'];
      return [`${steps[0]?.concurrency} at once had no answer at all${said}.`];
    case 'hard':
      return [`Stopped: asking again does not help${said}.${takesModel ? ' No model was named; --model names one.' : ''}`];
    case 'redirect':
      return [`Stopped: the address ${reason ?? 'redirects'}; give the right one, it is not followed.`];
    case 'unreachable':
      return [`Stopped: no connection${said}.`];
    case 'stalled':
      return [`Stopped: this program stood still for ${reason ?? 'a while'}, suspended or asleep, so the step under way does not count.`];
    case 'interrupted':
      return ['Interrupted: incomplete, a step under way does not count.'];
  }
}

/** What to type next. */
export function advice({ judgement, steps }: ProbeResult): readonly (readonly string[])[] {
  const at = judgement === undefined ? undefined : stepAt(steps, judgement.limit);
  if (at === undefined || at.answerMs.p50 === null || at.goodputPerSecond <= 0) return [];
  const rate = `${showNumber(at.goodputPerSecond * 0.9).replaceAll(',', '')}/s`;
  return [['run', '--rate', rate, '--slots', String(at.concurrency), '--service', `${Math.max(1, Math.round(at.answerMs.p50))}ms`]];
}
