import { InputError } from '../../../sim/kernel/problem.ts';
import { longestDelayMs } from '../../strategy/retry/bounds.ts';
import type { RetrySpec } from '../../strategy/spec.ts';

type Tag = Readonly<Record<string, unknown>>;

interface Spread {
  readonly cap?: number | undefined;
  readonly jitter?: unknown;
  readonly round?: 'floor' | 'nearest' | undefined;
}

/** `delayOf`: the wait in ms before the next attempt, from the failure's class, the attempt that failed (from 1) and the wait before it. */
export function delayCode({ backoff, perClass = {} }: RetrySpec): string {
  const own = Object.entries(perClass).flatMap(([name, rule]) => (rule === undefined ? [] : [[name, rule] as const]));
  return [
    '/** The wait before the next attempt, ms; `attempt` is the one that failed, from 1, `previousMs` the wait before it. */',
    'function delayOf(failure: Failure, attempt: number, previousMs: number): number {',
    ...own.map(([name, rule]) => `  if (failure.class === ${JSON.stringify(name)}) return ${waitCode(rule)};`),
    `  return ${waitCode(backoff)};`,
    '}',
  ].join('\n');
}

/** An expression of `attempt` and `previousMs`. InputError for a rule that has none. */
function waitCode(rule: Tag): string {
  if (rule.none !== undefined) return '0';
  if (typeof rule.fixed === 'number') return spread(String(rule.fixed), String(rule.fixed), {});
  if (isTag(rule.fixed)) return spread(String(rule.fixed.delay), String(rule.fixed.delay), rule.fixed as Spread);
  if (rule.list !== undefined) return listCode(rule.list);
  if (isTag(rule.exponential)) return exponentialCode(rule.exponential as unknown as ExponentialTag);
  const [name = 'retry'] = Object.keys(rule);
  const message = `no export can write ${name}; those can be written are none, fixed, list and exponential`;
  throw new InputError([{ key: `retry.${name}`, message: message.replace('those can', 'those that can') }]);
}

interface ExponentialTag extends Spread {
  readonly base: number;
  readonly factor?: number | undefined;
}

function exponentialCode({ base, factor = 2, ...rest }: ExponentialTag): string {
  return spread(`${base} * ${factor} ** (attempt - 1)`, String(base), rest);
}

function listCode(list: unknown): string {
  const { delays, ...rest } = (Array.isArray(list) ? { delays: list } : list) as Spread & { readonly delays: readonly number[] };
  const delay = `([${delays.join(', ')}][Math.min(attempt, ${delays.length}) - 1] ?? 0)`;
  return spread(delay, delay, rest);
}

/** Cap, jitter, whole milliseconds, and the cap again. */
function spread(delay: string, base: string, { cap, jitter, round }: Spread): string {
  const limit = Math.min(cap ?? longestDelayMs, longestDelayMs);
  const whole = jittered(`Math.min(${limit}, ${delay})`, `Math.min(${limit}, ${base})`, jitter);
  const rounded = round === undefined ? whole : `Math.${round === 'floor' ? 'floor' : 'round'}(${whole})`;
  return jitter === undefined && round === undefined ? rounded : `Math.min(${limit}, ${rounded})`;
}

function jittered(delay: string, base: string, jitter: unknown): string {
  if (jitter === undefined || jitter === 'none' || (isTag(jitter) && 'none' in jitter)) return delay;
  if (jitter === 'decorrelated' || (isTag(jitter) && 'decorrelated' in jitter))
    return `${base} + Math.max(0, 3 * (previousMs > 0 ? previousMs : ${base}) - ${base}) * Math.random()`;
  const { scale, additive } = jitter as { readonly scale?: readonly [number, number]; readonly additive?: number };
  if (scale !== undefined) return `${delay} * (${scale[0]} + ${scale[1] - scale[0]} * Math.random())`;
  if (additive !== undefined) return `${delay} + ${additive} * Math.random()`;
  throw new InputError([{ key: 'jitter', message: `no export can write ${JSON.stringify(jitter)}` }]);
}

function isTag(value: unknown): value is Tag {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
