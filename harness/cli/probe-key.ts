import { InputError } from '../../sim/kernel/problem.ts';
import { headersOfLines } from './header-lines.ts';
import { collector } from './problems.ts';

/** Where a key is looked for, and how it is sent. */
export interface KeyPlace {
  /** A variable of the environment. */
  readonly variable: string;
  headers(key: string): Readonly<Record<string, string>>;
}

export const openaiKey: KeyPlace = { variable: 'OPENAI_API_KEY', headers: (key) => ({ authorization: `Bearer ${key}` }) };

/** What is sent along, and where the key among it comes from; undefined: there is none. */
export interface Authorization {
  readonly headers: Readonly<Record<string, string>>;
  readonly from: string | undefined;
}

/** Headers that carry a key. */
const carriers = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'];

/** Headers as given; without an authorization among them the key of the environment, if there is one. InputError with all that is wrong. */
export function authorizationOf(
  lines: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  { variable, headers: headersOf }: KeyPlace,
): Authorization {
  const { problems, attempt } = collector();
  const headers = attempt(() => headersOfLines(lines)) ?? {};
  const key = environment[variable]?.trim() ?? '';
  if (key !== '' && !/^[\x21-\x7e]+$/.test(key))
    problems.push({
      file: variable,
      message: 'holds a blank or another character that no header may hold: unset it, or give the key as --header',
    });
  if (problems.length > 0) throw new InputError(problems);
  if (carriers.some((name) => headers[name] !== undefined)) return { headers, from: '--header' };
  return key === '' ? { headers, from: undefined } : { headers: { ...headers, ...headersOf(key) }, from: variable };
}
