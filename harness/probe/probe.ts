import { setTimeout as sleep } from 'node:timers/promises';
import { byShape } from '../strategy/classify/by-shape.ts';
import type { Message } from './cannon.ts';
import { type ClimbBounds, nextConcurrency } from './climb.ts';
import { figuresOf, type StepFigures } from './figures.ts';
import { type Judgement, judge } from './judge.ts';
import { type CutShort, runStep, type Step } from './step.ts';
import type { Sample } from './user.ts';

export interface ProbeOptions extends ClimbBounds {
  readonly message: Message;
  /** For how long each step sends requests. */
  readonly stepMs: number;
  readonly timeoutMs: number;
  /** How long a user waits after a request that was not answered; longer when the provider asks for it. */
  readonly pauseMs: number;
  /** Requests in all. */
  readonly maxRequests: number;
  /** No request is sent later than so long after the start. */
  readonly maxMs: number;
  readonly signal: AbortSignal;
  /** Every step as it ended. */
  readonly onStep?: ((step: Step) => void) | undefined;
  /** What to try after these steps, in the order in which they were made; undefined: nothing more. Default: the climb. */
  readonly next?: ((steps: readonly StepFigures[]) => number | undefined) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** How far a probe is. */
export interface Progress {
  readonly concurrency: number;
  readonly sent: number;
  readonly answered: number;
  /** Waiting as the provider asked, before the next step. */
  readonly waiting: boolean;
}

/** done: nothing is left to find out · time: `maxMs` passed · nothing: the first step had no answer · else what cut the last step short. */
export type Ended = 'done' | 'time' | 'nothing' | CutShort;

export interface ProbeResult {
  /** By concurrency. */
  readonly steps: readonly StepFigures[];
  readonly ended: Ended;
  /** Why, in the words of the provider or the system; undefined where `ended` says it all. */
  readonly reason: string | undefined;
  readonly judgement: Judgement | undefined;
  readonly sent: number;
  readonly seconds: number;
}

/** A provider that asks for a longer wait than this is asked again before it is over. */
const longestWaitMs = 60_000;

/** Closed loop, one concurrency after another, each measured alone: nothing is under way when the next one begins. */
export async function probe(options: ProbeOptions): Promise<ProbeResult> {
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  const classify = byShape.create({}, undefined);
  const next = options.next ?? ((steps: readonly StepFigures[]) => nextConcurrency(steps, options));
  const ran: Step[] = [];
  const figures: StepFigures[] = [];
  let ended: Ended | undefined;
  while (ended === undefined) {
    const concurrency = next(figures);
    if (concurrency === undefined || elapsed() + options.stepMs > options.maxMs) {
      ended = concurrency === undefined ? 'done' : 'time';
      continue;
    }
    const sent = sumOf(figures, 'sent');
    const onSample = counting(options, concurrency, figures);
    const step = await runStep({ ...options, concurrency, classify, requests: options.maxRequests - sent, onSample });
    ran.push(step);
    options.onStep?.(step);
    figures.push(figuresOf(step));
    ended = step.cutShort ?? (sumOf(figures, 'answered') === 0 ? 'nothing' : undefined);
    if (ended === undefined && (await waited(step, options, concurrency, figures)) === 'interrupted') ended = 'interrupted';
  }
  return {
    steps: figures.toSorted((a, b) => a.concurrency - b.concurrency),
    ended,
    reason: ended === 'nothing' ? commonest(ran) : ran.at(-1)?.reason,
    judgement: judge(figures, options.balance),
    sent: sumOf(figures, 'sent'),
    seconds: elapsed() / 1000,
  };
}

function sumOf(steps: readonly StepFigures[], key: 'sent' | 'answered'): number {
  return steps.reduce((sum, step) => sum + step[key], 0);
}

/** Reports progress with every request that ends. */
function counting({ onProgress }: ProbeOptions, concurrency: number, before: readonly StepFigures[]): (sample: Sample) => void {
  let sent = sumOf(before, 'sent');
  let answered = sumOf(before, 'answered');
  return ({ outcome }) => {
    sent += 1;
    if (outcome.class === 'ok') answered += 1;
    onProgress?.({ concurrency, sent, answered, waiting: false });
  };
}

/** Waits as long as the refusals of a step asked for, so that the next step does not pay for this one. */
async function waited(
  step: Step,
  options: ProbeOptions,
  concurrency: number,
  figures: readonly StepFigures[],
): Promise<'interrupted' | 'done'> {
  const endMs = Math.max(0, ...step.samples.map(({ startedMs, tookMs }) => startedMs + tookMs));
  const quietMs = Math.max(0, ...step.samples.filter(({ waitMs }) => waitMs > 0).map((s) => s.startedMs + s.tookMs + s.waitMs));
  const waitMs = Math.min(longestWaitMs, quietMs - endMs);
  if (waitMs <= 0) return options.signal.aborted ? 'interrupted' : 'done';
  options.onProgress?.({ concurrency, sent: sumOf(figures, 'sent'), answered: sumOf(figures, 'answered'), waiting: true });
  return sleep(waitMs, 'done' as const, { signal: options.signal }).catch(() => 'interrupted' as const);
}

/** What was said most often where no answer came. */
function commonest(steps: readonly Step[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { outcome, status, message } of steps.flatMap(({ samples }) => samples)) {
    if (outcome.class === 'ok' || outcome.class === 'cancelled') continue;
    const text = [outcome.class, status, message].filter((part) => part !== undefined).join(', ');
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
