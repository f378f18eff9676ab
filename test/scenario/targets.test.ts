import { describe, expect, test } from 'vitest';
import { linesFor } from './problems.ts';

const model = '{ slots: 8, service: 1s }';

/** A file whose first line is `providers` and whose last strategy has the route; column 32 is the first target's. */
const file = (providers: string, route: string): string =>
  `${providers}\nworkload: { arrivals: { poisson: { rate: 7/s } } }\nstrategies: [ { name: a, route: [ ${route} ] } ]\n`;

describe('a target means one model', () => {
  test.each<[string, string, string, string[]]>([
    // what, providers, route, lines
    ['a slash in the name of a model', `provider: { models: { meta/llama: ${model} } }`, 'meta/llama', []],
    ['the long form beside others', `providers: { p: { models: { x: ${model}, y: ${model} } } }`, 'p/x, y', []],
    [
      'a model named like another one in full',
      `providers: { q: { models: { p/x: ${model} } }, p: { models: { x: ${model} } } }`,
      'p/x',
      ['scenario:3:35 strategies.0.route.0: p/x is a model of q as well as x of p; rename one of them'],
    ],
    ['that model in full', `providers: { q: { models: { p/x: ${model} } }, p: { models: { x: ${model} } } }`, 'q/p/x, x', []],
    [
      'one model under two names',
      `provider: { models: { x: ${model} } }`,
      'x, default/x',
      ['scenario:3:38 strategies.0.route.1: default/x stands in this route already, as x'],
    ],
    [
      'a slash in the name of a provider',
      `providers: { a/b: { models: { m: ${model} } } }`,
      'm',
      ['scenario:1:14 providers.a/b: expected a name without /, found "a/b"'],
    ],
  ])('%s', async (_, providers, route, lines) => expect(await linesFor(file(providers, route))).toEqual(lines));
});

describe('names that every object has', () => {
  test.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])('%s can be a model, a pool, a provider, a strategy', async (name) => {
    const text = `providers: { ${name}: { models: { ${name}: ${model}, b: { pool: ${name}, service: 1s } } } }
workload: { arrivals: { poisson: { rate: 7/s } } }
strategies: [ { name: ${name}, route: [${name}, b] }, { name: a, over: ${name} } ]
baseline: ${name}
sweep: { strategy: ${name}, limit: [1, 2] }
`;
    expect(await linesFor(text)).toEqual([]);
  });

  test.each(['models', 'pools'])('__proto__ cannot be one of the %s', async (where) => {
    const [line] = await linesFor(`provider: { ${where}: { __proto__: ${model} } }`);
    expect(line).toBe(`scenario:1:${15 + where.length + 2} provider.${where}.__proto__: this name cannot be used as a key`);
  });
});
