import { fileURLToPath } from 'node:url';
import { CodedError } from '../../../sim/kernel/errors.ts';
import { InputError } from '../../../sim/kernel/problem.ts';
import { shown } from '../../../sim/kernel/units.ts';

/** A part of the user's: what it is, and the file URL of the module that made it. */
export interface Users {
  readonly part: string;
  readonly module: string;
}

/** Makes of what a user's `create` returned a part that keeps its contract or fails. */
export type Guard<Part> = (part: unknown, users: Users) => Part;

type Method = (...args: readonly unknown[]) => unknown;

/** Runs code of the user's. What it throws is a problem of its module, with the place it came from. */
export function call<Value>({ module }: Users, code: () => Value): Value {
  try {
    return code();
  } catch (error) {
    if (error instanceof InputError || error instanceof CodedError) throw error;
    const file = fileURLToPath(module);
    const place = error instanceof Error ? /^:(\d+):(\d+)/.exec(error.stack?.split(file)[1] ?? '') : null;
    const at = place === null ? {} : { line: Number(place[1]), column: Number(place[2]) };
    const what = error instanceof Error ? `${error.name}: ${told(error)}` : told(error);
    throw new InputError([{ file, ...at, message: `this module threw ${what}` }]);
  }
}

/** The failure of a strategy whose part does not keep its contract. */
export function broken({ part, module }: Users, message: string): CodedError {
  return new CodedError('bound', `${part} ${module.replace(/^.*\//, '')}: ${message}`);
}

/** The first line of an error, whatever was thrown. */
export function told(error: unknown): string {
  return (error instanceof Error ? error.message : shown(error)).split('\n')[0] ?? '';
}

export function refuse(users: Users, name: string, expected: string, found: unknown): never {
  throw broken(users, `expected ${name} to return ${expected}, found ${shown(found)}`);
}

/** A method of a part, with calls guarded; undefined when it may be left out and is. */
export function methodOf(part: unknown, name: string, users: Users, optional: true): Method | undefined;
export function methodOf(part: unknown, name: string, users: Users): Method;
export function methodOf(part: unknown, name: string, users: Users, optional = false): Method | undefined {
  const method: unknown = call(users, () => (part instanceof Object ? Reflect.get(part, name) : undefined));
  if (typeof method === 'function') return (...args) => call(users, () => Reflect.apply(method, part, args));
  if (optional && method === undefined) return undefined;
  throw broken(users, `expected create to return an object with ${name}(), found ${shown(part)}`);
}

export function isWholeFrom(least: number, value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}
