import { isAbsolute } from 'node:path';
import { told } from '../../strategy/guards/call.ts';
import { type Place, placeName, where } from '../where.ts';

/**
 * Why a job has no result: `import` (the user's module cannot be loaded, or exports something else), `threw` (outside of any
 * call), `unsettled` (nothing is left that could wake what the run waits for), `blocked` (no event passes any more), `exited`
 * (the code ended its thread), `memory`, `killed` (a signal ended the process), `crashed` (the process ended otherwise),
 * `interrupted` (by the caller).
 */
export type FailureKind = 'import' | 'threw' | 'unsettled' | 'blocked' | 'exited' | 'memory' | 'killed' | 'crashed' | 'interrupted';

export interface Failure {
  readonly kind: FailureKind;
  /** A sentence: what happened, where, and what to do. */
  readonly message: string;
  /** Path of the user's file, or for a package its path from `node_modules` on; undefined where nobody knows. */
  readonly module?: string;
  /** From 1. */
  readonly line?: number;
  /** The virtual time it had come to, ms; undefined before its first event. */
  readonly virtualMs?: number;
}

/** What is known where something happens; the failure is written from it. */
export interface Happened {
  readonly kind: FailureKind;
  /** What happened, as a sentence without its end. */
  readonly what: string;
  readonly place?: Place;
  readonly virtualMs?: number;
}

const advice: Readonly<Record<FailureKind, string>> = {
  import: '',
  threw: 'catch it in the client, or let the call that it belongs to reject',
  unsettled: 'look for a promise that nobody settles',
  blocked: 'give the loop an end, or wait in it',
  exited: 'throw an error instead of ending the process',
  memory: 'keep less, or give the run more memory',
  killed: 'throw an error instead of ending the process',
  crashed: 'the machine may be short of memory: take fewer --workers',
  interrupted: '',
};

export function failureOf({ kind, what, place, virtualMs }: Happened): Failure {
  const at = place === undefined || what.includes(`${place.module}:${place.line}`) ? '' : ` at ${placeName(place)}`;
  const when = virtualMs === undefined ? '' : `, ${virtualMs} ms into the day`;
  const help = advice[kind] === '' ? '' : `; ${advice[kind]}`;
  return {
    kind,
    message: `${what}${at}${when}${help}`,
    ...(place !== undefined && { module: place.module, line: place.line }),
    ...(virtualMs !== undefined && { virtualMs }),
  };
}

/** What the permission model calls what it refuses, in the words of a sentence. */
const refused: Readonly<Record<string, string>> = {
  FileSystemWrite: 'wrote a file',
  ChildProcess: 'started a process',
  Inspector: 'opened the inspector',
  WASI: 'started WASI',
};

/** `how` says in which way the code threw, such as `the code threw`. */
export function threw(error: unknown, how: string, virtualMs: number | undefined): Happened {
  const place = where(error instanceof Error ? error.stack : undefined);
  const known = { ...(place && { place }), ...(virtualMs !== undefined && { virtualMs }) };
  const { code, permission = '', resource = '' } = (error instanceof Error ? error : {}) as Denied;
  const did = code === 'ERR_ACCESS_DENIED' ? (refused[permission] ?? `asked for ${permission}`) : undefined;
  if (did !== undefined)
    return { kind: 'threw', what: `the code ${did}${resource === '' ? '' : ` (${resource})`}, which it may not`, ...known };
  const what = error instanceof Error ? `${error.name}: ${told(error)}` : told(error);
  return { kind: 'threw', what: `${how} ${what}`, ...known };
}

interface Denied {
  readonly code?: string;
  readonly permission?: string;
  readonly resource?: string;
}

/** The better of two places: the user's own file before a package's. */
export function nearer(one: Place | undefined, other: Place | undefined): Place | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return !isAbsolute(one.module) && isAbsolute(other.module) ? other : one;
}
