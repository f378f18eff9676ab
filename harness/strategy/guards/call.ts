import { CodedError } from '../../../sim/kernel/errors.ts';
import { InputError } from '../../../sim/kernel/problem.ts';
import { shown } from '../../../sim/kernel/units.ts';

/** Makes of what a user's `create` returned a part that keeps its contract or fails; `where` names part and module. */
export type Guard<Part> = (part: unknown, where: string) => Part;

type Method = (...args: readonly unknown[]) => unknown;

/** Runs code of the user's: what it throws fails the strategy, with the place it came from. */
export function call<Value>(where: string, name: string, code: () => Value): Value {
  try {
    return code();
  } catch (error) {
    if (error instanceof InputError || error instanceof CodedError) throw error;
    throw new CodedError('bound', `${where}: ${name} threw ${told(error)}`);
  }
}

/** The first line of an error, whatever was thrown. */
export function told(error: unknown): string {
  return (error instanceof Error ? error.message : shown(error)).split('\n')[0] ?? '';
}

export function refuse(where: string, name: string, expected: string, found: unknown): never {
  throw new CodedError('bound', `${where}: expected ${name} to return ${expected}, found ${shown(found)}`);
}

/** A method of a part, with calls guarded; undefined when it may be left out and is. */
export function methodOf(part: unknown, name: string, where: string, optional: true): Method | undefined;
export function methodOf(part: unknown, name: string, where: string): Method;
export function methodOf(part: unknown, name: string, where: string, optional = false): Method | undefined {
  const method: unknown = call(where, name, () => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined));
  if (typeof method === 'function') return (...args) => call(where, name, () => Reflect.apply(method, part, args));
  if (optional && method === undefined) return undefined;
  throw new CodedError('bound', `${where}: expected create to return an object with ${name}(), found ${shown(part)}`);
}

export function isWholeFrom(least: number, value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}
