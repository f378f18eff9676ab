import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { parseDuration, shown } from '../../sim/kernel/units.ts';
import type { ProbeOptions } from '../probe/probe.ts';
import { parseTarget, type Target } from '../probe/target.ts';
import { parseCount } from './count.ts';
import { nameProblems } from './name-problems.ts';
import { type MessageFlags, type ProbeMessage, probeMessage } from './probe-message.ts';
import { collector } from './problems.ts';

/** Options that say how far a probe goes. */
export interface BoundFlags {
  readonly from: string;
  readonly max: string;
  readonly step: string;
  readonly maxRequests: string;
  readonly maxTime: string;
  readonly timeout: string;
  readonly pause: string;
}

export interface ProbeFlags extends MessageFlags, BoundFlags {
  readonly balance: string;
  readonly out?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** How far a probe goes. */
export type Bounds = Pick<ProbeOptions, 'from' | 'max' | 'stepMs' | 'timeoutMs' | 'pauseMs' | 'maxRequests' | 'maxMs'>;

/** What a command line asks for. */
export interface ProbePlan {
  readonly target: Target;
  /** The option that gave the address; default URL, an argument. */
  readonly place?: string | undefined;
  readonly message: ProbeMessage;
  readonly options: Omit<ProbeOptions, 'message' | 'signal' | 'onProgress'>;
  readonly out: string | undefined;
  readonly yes: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Of every duration of a probe. */
export const longestMs = 3_600_000;
/** Connections that a process may have open on most systems. */
export const mostAtOnce = 500;
const mostRequests = 1_000_000;

/** Throws InputError with everything that is wrong. */
export function probePlan(address: string, flags: ProbeFlags, environment: Readonly<Record<string, string | undefined>>): ProbePlan {
  const { problems, attempt } = collector();
  const target = attempt(() => parseTarget(address));
  const message = attempt(() => probeMessage(flags, environment));
  const bounds = attempt(() => boundsOf(flags));
  const balance = attempt(() => parseShare(flags.balance));
  problems.push(...nameProblems('--out', 'a folder', flags.out));
  if (problems.length > 0 || target === undefined || message === undefined || bounds === undefined || balance === undefined)
    throw new InputError(problems);
  return {
    target,
    message,
    options: { ...bounds, balance },
    out: flags.out,
    yes: flags.yes === true,
    json: flags.json === true,
    quiet: flags.quiet === true,
  };
}

/** Throws InputError with everything that is wrong. */
export function boundsOf(flags: BoundFlags): Bounds {
  const { problems, attempt } = collector();
  const count = (option: string, text: string, most: number) => attempt(() => parseCount(option, text, 1, most)) ?? Number.NaN;
  const time = (option: string, text: string, leastMs: number) => attempt(() => parseTime(option, text, leastMs)) ?? Number.NaN;
  const bounds: Bounds = {
    from: count('--from', flags.from, mostAtOnce),
    max: count('--max', flags.max, mostAtOnce),
    stepMs: time('--step', flags.step, 100),
    timeoutMs: time('--timeout', flags.timeout, 1000),
    maxRequests: count('--max-requests', flags.maxRequests, mostRequests),
    maxMs: time('--max-time', flags.maxTime, 100),
    pauseMs: time('--pause', flags.pause, 0),
  };
  problems.push(...together(bounds));
  if (problems.length > 0) throw new InputError(problems);
  return bounds;
}

/** What is wrong between options that are right by themselves: one that could not be read is NaN, and below nothing. */
function together({ from, max, stepMs, maxMs }: Bounds): readonly Problem[] {
  return [
    ...(max < from ? [{ file: '--max', message: `${max} is below --from ${from}` }] : []),
    ...(maxMs < stepMs ? [{ file: '--max-time', message: 'is shorter than one --step' }] : []),
  ];
}

function parseTime(option: string, text: string, leastMs: number): number {
  const ms = parseDuration(text);
  if (ms !== undefined && ms >= leastMs && ms <= longestMs) return ms;
  const message = `expected a duration from ${leastMs / 1000}s to 1h such as 500ms, 10s or 2m, found ${shown(text)}`;
  throw new InputError([{ file: option, message }]);
}

function parseShare(text: string): number {
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value > 0 && value <= 1) return value;
  throw new InputError([{ file: '--balance', message: `expected a share above 0 and up to 1 such as 0.01, found ${shown(text)}` }]);
}
