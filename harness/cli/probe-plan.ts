import { validateHeaderName, validateHeaderValue } from 'node:http';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { parseDuration, shown } from '../../sim/kernel/units.ts';
import type { ProbeOptions } from '../probe/probe.ts';
import { parseTarget, type Target } from '../probe/target.ts';
import { parseCount } from './count.ts';
import { nameProblems } from './name-problems.ts';
import { collector } from './problems.ts';

export interface ProbeFlags {
  readonly model?: string;
  readonly prompt: string;
  readonly maxTokens: string;
  readonly stream?: boolean;
  readonly header: readonly string[];
  readonly from: string;
  readonly max: string;
  readonly step: string;
  readonly maxRequests: string;
  readonly maxTime: string;
  readonly timeout: string;
  readonly pause: string;
  readonly balance: string;
  readonly out?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** What a command line asks for. */
export interface ProbePlan {
  readonly target: Target;
  readonly options: Omit<ProbeOptions, 'signal' | 'onProgress'>;
  readonly model: string | undefined;
  readonly maxTokens: number;
  /** Where the key comes from that is sent along; undefined: none is. */
  readonly keyFrom: string | undefined;
  readonly out: string | undefined;
  readonly yes: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

const longestMs = 3_600_000;
/** Connections that a process may have open on most systems. */
const mostAtOnce = 500;
const mostRequests = 1_000_000;

/** Throws InputError with everything that is wrong. */
export function probePlan(address: string, flags: ProbeFlags, environment: Readonly<Record<string, string | undefined>>): ProbePlan {
  const { problems, attempt } = collector();
  const count = (option: string, text: string, least: number, most: number) =>
    attempt(() => parseCount(option, text, least, most)) ?? least;
  const time = (option: string, text: string, leastMs: number) => attempt(() => parseTime(option, text, leastMs)) ?? leastMs;
  const target = attempt(() => parseTarget(address));
  const authorization = attempt(() => keyOf(flags, environment));
  const maxTokens = count('--max-tokens', flags.maxTokens, 1, mostRequests);
  const from = count('--from', flags.from, 1, mostAtOnce);
  const bounds = { from, max: count('--max', flags.max, 1, mostAtOnce), balance: attempt(() => parseShare(flags.balance)) ?? 0 };
  const times = { stepMs: time('--step', flags.step, 100), timeoutMs: time('--timeout', flags.timeout, 1000) };
  const limits = {
    maxRequests: count('--max-requests', flags.maxRequests, 1, mostRequests),
    maxMs: time('--max-time', flags.maxTime, 100),
  };
  const pauseMs = time('--pause', flags.pause, 0);
  const headers = { 'content-type': 'application/json', ...authorization?.headers };
  problems.push(...nameProblems('--out', 'a folder', flags.out), ...together(bounds, times, limits));
  if (problems.length > 0 || target === undefined || authorization === undefined) throw new InputError(problems);
  const message = { url: target.url, headers, body: bodyOf(flags, maxTokens) };
  return {
    target,
    options: { message, pauseMs, ...bounds, ...times, ...limits },
    model: flags.model,
    maxTokens,
    keyFrom: authorization.from,
    out: flags.out,
    yes: flags.yes === true,
    json: flags.json === true,
    quiet: flags.quiet === true,
  };
}

type Bounds = Pick<ProbeOptions, 'from' | 'max'>;

function together({ from, max }: Bounds, { stepMs }: { stepMs: number }, { maxMs }: { maxMs: number }): readonly Problem[] {
  return [
    ...(max < from ? [{ file: '--max', message: `${max} is below --from ${from}` }] : []),
    ...(maxMs < stepMs ? [{ file: '--max-time', message: 'is shorter than one --step' }] : []),
  ];
}

/** An OpenAI chat completion. Without a model none is named: many servers have one only. */
function bodyOf({ model, prompt, stream }: ProbeFlags, maxTokens: number): string {
  const messages = [{ role: 'user', content: prompt }];
  return JSON.stringify({ ...(model !== undefined && { model }), messages, max_tokens: maxTokens, ...(stream === true && { stream }) });
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

interface Authorization {
  readonly headers: Readonly<Record<string, string>>;
  readonly from: string | undefined;
}

/** Those that say how a message is sent, which is not for a user to say. */
const ours: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** Headers as given; without an authorization among them the key of the environment, if there is one. */
function keyOf({ header }: ProbeFlags, environment: Readonly<Record<string, string | undefined>>): Authorization {
  const problems: Problem[] = [];
  const headers: Record<string, string> = {};
  for (const line of header) {
    const [name = '', value] = line.split(/:(.*)/s, 2);
    if (value === undefined || !isHeader(name, value.trim()))
      problems.push({ file: '--header', message: 'expected a line such as "Authorization: Bearer …"' });
    else if (ours.has(name.toLowerCase())) problems.push({ file: '--header', message: `${name} cannot be chosen` });
    else headers[name.toLowerCase()] = value.trim();
  }
  const key = environment.OPENAI_API_KEY?.trim() ?? '';
  if (key !== '' && !/^[\x21-\x7e]+$/.test(key)) problems.push({ file: 'OPENAI_API_KEY', message: 'holds what no key may hold' });
  if (problems.length > 0) throw new InputError(problems);
  if (headers.authorization !== undefined) return { headers, from: '--header' };
  if (key === '' || headers['x-api-key'] !== undefined || headers['api-key'] !== undefined) return { headers, from: undefined };
  return { headers: { ...headers, authorization: `Bearer ${key}` }, from: 'OPENAI_API_KEY' };
}
