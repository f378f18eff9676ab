import { InputError, type Problem } from '../../sim/kernel/problem.ts';

export interface Upstreams {
  /** Root of the upstream of a target, `model` or `provider/model`, for calls of this shape. */
  readonly upstream: (target: string, shape: string) => string;
  /** As that upstream calls the model. */
  readonly modelOf: (target: string) => string;
}

/**
 * Reads `URL` (for everything that no name stands for) and `name=URL`; calls in Anthropic's shape go to `anthropic`, where
 * that is given. InputError for what is no address.
 */
export function upstreamsOf(written: readonly string[], anthropic?: string): Upstreams {
  const problems: Problem[] = [];
  const named = new Map<string, string>();
  let usual: string | undefined;
  for (const text of written) {
    const match = /^([^=:/]+)=(.+)$/.exec(text);
    const url = match?.[2] ?? text;
    if (!isAddress(url)) {
      problems.push({ file: '--upstream', message: `expected an address such as https://api.example.com, or name=address, found ${text}` });
    } else if (match?.[1] === undefined) usual = url;
    else named.set(match[1], url);
  }
  if (anthropic !== undefined && !isAddress(anthropic)) {
    problems.push({ file: '--anthropic-upstream', message: `expected an address such as https://api.example.com, found ${anthropic}` });
  }
  if (problems.length > 0) throw new InputError(problems);
  const nameOf = (target: string): string | undefined => {
    const slash = target.indexOf('/');
    const name = slash < 0 ? undefined : target.slice(0, slash);
    return name !== undefined && named.has(name) ? name : undefined;
  };
  return {
    upstream(target, shape) {
      if (shape === 'anthropic' && anthropic !== undefined) return anthropic;
      const url = named.get(nameOf(target) ?? '') ?? usual;
      if (url === undefined) throw new InputError([{ file: '--upstream', message: `none for ${target}; give one address without a name` }]);
      return url;
    },
    modelOf(target) {
      const name = nameOf(target);
      return name === undefined ? target : target.slice(name.length + 1);
    },
  };
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
