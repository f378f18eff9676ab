import type { CheckScope } from './check.ts';
import type { Step, Story } from './story.ts';
import { timerSlackMs } from './waits.ts';

/** Attempts told of one request. */
const mostSteps = 3;

export interface TellOptions {
  /** What the wall clock shows so many milliseconds after the start, as milliseconds since 1970 of that clock. */
  readonly localAt: (sinceStartMs: number) => number;
  /** What a request is called. */
  readonly nameOf: (story: Story) => string;
  /** Default: the grain of timers. */
  readonly slackMs?: number;
  /** Whether it is known when a request is over for its caller; default true. */
  readonly seesEnd?: boolean;
}

/** Examples as people read them: the wall time, then how long everything took. */
export function teller({ localAt, nameOf, slackMs = timerSlackMs, seesEnd = true }: TellOptions): CheckScope {
  const timeOf = (at: number): string => new Date(Math.floor(localAt(at / 1000))).toISOString().slice(0, 23).replace('T', ' ');
  const tell = (story: Story): string => {
    const { steps, settledAt, arrivedAt } = story;
    const first = steps[0];
    const parts = steps.slice(0, mostSteps).map((step, index) => stepText(step, index === 0 ? undefined : steps[index - 1]));
    if (steps.length > mostSteps) parts.push(`${steps.length - mostSteps} more`);
    if (seesEnd && settledAt !== undefined && first !== undefined) parts.push(`over for its caller after ${ms(settledAt - arrivedAt)}`);
    return `${nameOf(story)} at ${timeOf(first?.sentAt ?? arrivedAt)}: ${parts.join('; ')}`;
  };
  return { tell, timeOf, slackMs };
}

function stepText({ model, sentAt, endedAt, class: outcome, hintMs }: Step, before: Step | undefined): string {
  const again = before === undefined ? '' : `${waited(before, sentAt)} `;
  const where = before === undefined || before.model === model ? '' : `at ${model} `;
  const end = endedAt === undefined ? 'still open' : `${outcome ?? 'left by its client'} after ${ms(endedAt - sentAt)}`;
  const hint = hintMs === undefined ? '' : ` with Retry-After ${ms(1000 * hintMs)}`;
  return `${again}${where}${end}${hint}`;
}

function waited({ endedAt }: Step, sentAt: number): string {
  if (endedAt === undefined || endedAt > sentAt) return 'beside it';
  return sentAt === endedAt ? 'again at once' : `again after ${ms(sentAt - endedAt)}`;
}

function ms(micros: number): string {
  const whole = Math.round(micros / 1000);
  return whole >= 10_000 ? `${Math.round(whole / 100) / 10} s` : `${whole} ms`;
}
