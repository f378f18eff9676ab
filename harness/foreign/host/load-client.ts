import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { InputError, type Problem } from '../../../sim/kernel/problem.ts';
import { told } from '../../strategy/guards/call.ts';
import { where } from '../where.ts';
import { type ForeignClient, type LoadedClient, pickClient } from './pick-client.ts';

const typeScript = /\.[cm]?tsx?$/;
const javaScript = /\.[cm]?js$/;

/**
 * Loads the user's client module by file URL: TypeScript through jiti, JavaScript as Node does, ES module or CommonJS. Each is
 * evaluated once. InputError with the file, and where it is known the line, for a module that is not there, does not parse,
 * throws while it is loaded, or exports something else. The clients it makes throw such an InputError when `createClient` throws.
 */
export async function loadClient(url: string): Promise<LoadedClient> {
  const file = fileURLToPath(url);
  if (!existsSync(file)) throw problem({ file, message: 'there is no such file' });
  if (!typeScript.test(file) && !javaScript.test(file))
    throw problem({ file, message: 'expected a module in TypeScript or JavaScript (.ts, .mts, .cts, .js, .mjs, .cjs)' });
  let module: unknown;
  try {
    module = typeScript.test(file) ? await (await loader()).import(url) : await import(url);
  } catch (error) {
    throw problem(await reasonOf(error, file));
  }
  const picked = pickClient(module);
  if ('expected' in picked) throw problem({ file, message: `expected ${picked.expected}, found ${picked.found}` });
  return {
    perClient: picked.perClient,
    create: async (setting) => {
      try {
        return checked(await picked.create(setting), file);
      } catch (error) {
        throw error instanceof InputError ? error : problem(thrown(error, file, 'createClient threw'));
      }
    },
  };
}

function checked(client: unknown, file: string): ForeignClient {
  if (typeof client === 'function') return client as ForeignClient;
  const found = client === null ? 'null' : `a value of type ${typeof client}`;
  throw problem({
    file,
    message: `expected createClient() to return a function (request, { baseURL, fetch, signal }) => …, found ${found}`,
  });
}

async function loader() {
  const { createJiti } = await import('jiti');
  // Nothing is written into the user's folders.
  return createJiti(import.meta.url, { fsCache: false });
}

/** Why a module cannot be loaded: text that does not parse, what it imports and is not there, or what it throws. */
async function reasonOf(error: unknown, file: string): Promise<Problem> {
  const parsed = parseProblem(error) ?? (error instanceof SyntaxError ? await parseAgain(file) : undefined);
  if (parsed !== undefined) return parsed;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND') {
    const name = /'(.*?)'/.exec(told(error))?.[1] ?? '';
    const help = /^[./]|^[A-Za-z]:/.test(name) ? 'see whether its path is right' : `install it beside this module: npm install ${name}`;
    return { file, message: `cannot be loaded: ${told(error).replace(/ imported from .*/, '')}; ${help}` };
  }
  return thrown(error, file, 'this module threw while it was loaded:');
}

/** What was thrown, at the user's line; in the message when that is in another file. */
function thrown(error: unknown, file: string, what: string): Problem {
  const place = where(error instanceof Error ? error.stack : undefined);
  const text = `${what} ${error instanceof Error ? `${error.name}: ${told(error)}` : told(error)}`;
  if (place === undefined || place.module === file) return { file, ...(place && { line: place.line }), message: text };
  return { file: place.module, line: place.line, message: `${text} (loaded by ${file})` };
}

/** The place that jiti puts on the second line of what does not parse. */
function parseProblem(error: unknown): Problem | undefined {
  const match = /^ParseError: (.*?)\s*\n\s*(.*):(\d+):(\d+)$/.exec(error instanceof Error ? error.message : '');
  if (match === null) return undefined;
  return { file: match[2], line: Number(match[3]), column: Number(match[4]) + 1, message: `cannot be loaded: ${match[1]}` };
}

/** Node does not say where an ES module does not parse; parsing it again, without evaluating it, does. */
async function parseAgain(file: string): Promise<Problem | undefined> {
  const code = (await loader()).transform({ source: readFileSync(file, 'utf8'), filename: file, async: true, ts: false });
  const found = /^exports\.__JITI_ERROR__ = (\{.*\})$/.exec(code);
  if (found === null) return undefined;
  const { line, column, message } = JSON.parse(found[1] ?? '') as {
    readonly line: number;
    readonly column: number;
    readonly message: string;
  };
  return { file, line, column: column + 1, message: `cannot be loaded: ${message.trim()}` };
}

function problem(problem: Problem): InputError {
  return new InputError([problem]);
}
