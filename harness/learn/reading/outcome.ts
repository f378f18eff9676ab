import { type AttemptClass, attemptClasses } from '../../../reports/result/outcome.ts';
import { byShape } from '../../strategy/classify/by-shape.ts';
import type { CallEnd } from '../call.ts';
import { isNothing } from './nothing.ts';

const good = new Set(['ok', 'success', 'succeeded', 'successful', 'completed', 'complete', 'finished', 'true', 'stop', 'length']);
const bare = new Set(['error', 'failure', 'failed', 'fail', 'false', 'exception', 'errored']);
const limited = /rate.?limit|too.?many|throttl|resource.?exhausted/i;
const full = /capacity|overload|unavailable|\bbusy\b/i;

/** What is known of how a call ended: a status (a number or a word), and the name and text of an error. */
export interface Ending {
  readonly status: unknown;
  readonly name?: string | undefined;
  readonly text?: string | undefined;
}

/** What a class of ours means here. */
export function endOfClass(name: string): CallEnd {
  if (name === 'ok' || name === 'capacity' || name === 'rate_limited') return name;
  // Every target refused.
  return name === 'exhausted' ? 'capacity' : 'failed';
}

/**
 * A function from endings to ends. The status decides, unless name or text say more; a status among `capacity` means that
 * no slot was free. undefined: there is nothing that could be read.
 */
export function endReader(capacity: ReadonlySet<number>): (ending: Ending) => CallEnd | undefined {
  const classify = byShape.create({}, undefined);
  const classOf = (status: number | undefined, name: string, text: string): AttemptClass =>
    classify({ how: 'reply', status, errorType: name, errorCode: name, message: text, afterTokens: 0, complete: false }).class;
  return ({ status, ...said }) => {
    const [name, text] = [worded(said.name), worded(said.text)];
    const code = codeOf(status);
    if (code !== undefined && capacity.has(code)) return 'capacity';
    if (code !== undefined && code > 0 && code < 400 && name === '' && text === '') return 'ok';
    const word = code === undefined ? wordOf(status) : '';
    if (good.has(word) && name === '') return 'ok';
    if ((attemptClasses as readonly string[]).includes(word)) return endOfClass(word);
    if (code === undefined && word === '' && name === '' && text === '') return undefined;
    const known = classOf(code, name === '' && !bare.has(word) ? word : name, text);
    if (known === 'capacity' || known === 'rate_limited') return known;
    if (known === 'unknown' || known === 'server_error' || known === 'malformed') return byWords(`${word} ${name} ${text}`);
    return 'failed';
  };
}

function byWords(said: string): CallEnd {
  if (limited.test(said)) return 'rate_limited';
  return full.test(said) ? 'capacity' : 'failed';
}

function codeOf(status: unknown): number | undefined {
  if (typeof status === 'number') return Number.isFinite(status) ? status : undefined;
  const match = typeof status === 'string' ? /^\s*(\d{1,4})(?:\.0)?\b/.exec(status) : null;
  return match === null ? undefined : Number(match[1]);
}

function worded(text: string | undefined): string {
  return text === undefined || isNothing(text) ? '' : text;
}

function wordOf(status: unknown): string {
  if (isNothing(status)) return '';
  if (typeof status === 'boolean') return String(status);
  return typeof status === 'string' ? status.trim().toLowerCase() : '';
}
