import { InputError, type Problem } from '../../sim/kernel/problem.ts';

/**
 * Keys of `VARIABLE` and `provider=VARIABLE` by the provider's name; under an empty one that for all who have none of their
 * own. InputError for a variable that is empty, or a second one for the same.
 */
export function keysIn(written: readonly string[], env: NodeJS.ProcessEnv = process.env): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const problems: Problem[] = [];
  for (const text of written) {
    const [variable = '', provider = ''] = text.split('=', 2).reverse();
    const key = env[variable] ?? '';
    if (key === '') problems.push({ file: '--key-env', message: `the variable ${variable} is empty or not set` });
    else if (keys.has(provider))
      problems.push({ file: '--key-env', message: `of ${provider || 'those without a name'} there is another one: ${text}` });
    keys.set(provider, key);
  }
  if (problems.length > 0) throw new InputError(problems);
  return keys;
}
