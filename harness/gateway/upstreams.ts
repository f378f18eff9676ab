import { InputError, type Problem } from '../../sim/kernel/problem.ts';

export interface Upstreams {
  /** Root of the upstream of a target, `model` or `provider/model`, for calls of this shape. */
  readonly upstream: (target: string, shape: string) => string;
  /** Those that stand for an upstream. */
  readonly names: readonly string[];
  /** The name that stands for the upstream of a target; undefined where none does. */
  readonly providerOf: (target: string) => string | undefined;
  /** As that upstream calls the model. */
  readonly modelOf: (target: string) => string;
}

/**
 * Reads `URL` (for everything that no name stands for) and `name=URL`; calls in Anthropic's shape go to `anthropic`, where
 * that is given. InputError for what is no address, or given twice.
 */
export function upstreamsOf(written: readonly string[], anthropic?: string): Upstreams {
  const problems: Problem[] = [];
  const named = new Map<string, string>();
  let usual: string | undefined;
  for (const text of written) {
    const match = /^([^=:/]+)=(.+)$/.exec(text);
    const name = match?.[1];
    const url = match?.[2] ?? text;
    const twice = name === undefined ? usual !== undefined : named.has(name);
    const wrong = faultOf(url) ?? (twice ? `of ${name ?? 'those without a name'} there is another one` : undefined);
    if (wrong !== undefined) problems.push({ file: '--upstream', message: `${wrong}: ${text}` });
    else if (name === undefined) usual = url;
    else named.set(name, url);
  }
  const wrong = anthropic === undefined ? undefined : faultOf(anthropic);
  if (wrong !== undefined) problems.push({ file: '--anthropic-upstream', message: `${wrong}: ${anthropic}` });
  if (problems.length > 0) throw new InputError(problems);
  const providerOf = (target: string): string | undefined => {
    const slash = target.indexOf('/');
    const name = slash < 0 ? undefined : target.slice(0, slash);
    return name !== undefined && named.has(name) ? name : undefined;
  };
  return {
    names: [...named.keys()],
    providerOf,
    upstream(target, shape) {
      if (shape === 'anthropic' && anthropic !== undefined) return anthropic;
      const url = named.get(providerOf(target) ?? '') ?? usual;
      if (url === undefined) throw new InputError([{ file: '--upstream', message: `none for ${target}; give one address without a name` }]);
      return url;
    },
    modelOf(target) {
      const name = providerOf(target);
      return name === undefined ? target : target.slice(name.length + 1);
    },
  };
}

/** What is wrong with an address, as far as one can see. */
function faultOf(text: string): string | undefined {
  if (!isAddress(text)) return 'expected an address such as https://api.example.com, or name=address';
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === '' ? undefined : 'expected an address without user, query and fragment';
}

/** An absolute address of a web server. */
export function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
