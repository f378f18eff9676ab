import { fileURLToPath } from 'node:url';
import { InputError } from '../../sim/kernel/problem.ts';

/**
 * An error that was thrown in one of the user's modules is a problem of that module, named with its place, and no fault
 * of this program; any other error comes back as it is.
 */
export function blamed(error: unknown, modules: readonly string[]): unknown {
  if (!(error instanceof Error) || error instanceof InputError) return error;
  const file = modules.map((url) => fileURLToPath(url)).find((path) => error.stack?.includes(path) === true);
  if (file === undefined) return error;
  const place = /^:(\d+):(\d+)/.exec(error.stack?.split(file)[1] ?? '');
  const at = place === null ? {} : { line: Number(place[1]), column: Number(place[2]) };
  return new InputError([{ file, ...at, message: `this module threw ${error.name}: ${error.message}` }]);
}
