import { fileURLToPath } from 'node:url';

/** A place in somebody's code. */
export interface Place {
  /** Path of the file; for a package its path from `node_modules` on, such as `openai/client.mjs`. */
  readonly module: string;
  /** From 1. */
  readonly line: number;
}

/** Where this program's own code lies, built or not, as URL and as path. */
const home = new URL('../../', import.meta.url);
const own = ['sim/', 'harness/', 'reports/'].map((folder) => fileURLToPath(new URL(folder, home)));

/** Packages that load the user's code, never the reason for what goes wrong in it. */
const loaders = /[\\/]node_modules[\\/](?:jiti|tsx|vite|vitest|@vitest)[\\/]/;

const packages = /^.*[\\/]node_modules[\\/]/;

/**
 * The user's place in a stack: the first frame that is neither Node's, nor a package's, nor this program's. Where there is
 * none, the first frame of a package. Undefined where the stack has neither, or is no text.
 */
export function where(stack: unknown): Place | undefined {
  if (typeof stack !== 'string') return undefined;
  const places = stack.split('\n').flatMap((line, index) => placeIn(line, index === 0) ?? []);
  const theirs = places.filter(({ module }) => !own.some((folder) => module.startsWith(folder)) && !loaders.test(module));
  const place = theirs.find(({ module }) => !packages.test(module)) ?? theirs[0];
  return place && { module: place.module.replace(packages, ''), line: place.line };
}

/** `module:line`, or undefined for no place: what a message names. */
export function placeName(place: Place | undefined): string | undefined {
  return place && `${place.module}:${place.line}`;
}

/** The file that a URL or path of a frame names, and undefined for Node's own modules and evaluated text. */
export function fileOf(name: string): string | undefined {
  if (name.startsWith('file:')) return fileURLToPath(name.replace(/[?#].*$/, ''));
  return /^(?:\/|[A-Za-z]:[\\/])/.test(name) ? name : undefined;
}

/** A frame, or the first line of a syntax error's stack, which is `file:line` alone. */
function placeIn(text: string, first: boolean): Place | undefined {
  const frame = /^\s+at (?!.*\(eval at )(?:.*?\()?((?:file:|\/|[A-Za-z]:[\\/]).*?):(\d+)(?::\d+)?\)?$/.exec(text);
  const found = frame ?? (first ? /^(\S.*?):(\d+)$/.exec(text) : null);
  const module = fileOf(found?.[1] ?? '');
  return module === undefined ? undefined : { module, line: Number(found?.[2]) };
}
