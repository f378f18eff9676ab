import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHost } from '../../../harness/foreign/host/host.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'load-client-')));
const wanted =
  'expected a function (request, { baseURL, fetch, signal }) => … as the default export or named client, or a factory createClient() that makes one';

/** A client that says how often it was called; a factory's starts anew for each client. */
const counting = '(() => { let n = 0; return ({ a }) => [++n, a]; })()';
const shared = {
  perClient: false,
  same: true,
  answers: [
    [1, 1],
    [2, 2],
  ],
};
const own = {
  perClient: true,
  same: false,
  answers: [
    [1, 1],
    [1, 2],
  ],
};

const good: readonly (readonly [name: string, text: string, told: object])[] = [
  ['default.mjs', `export default ${counting};`, shared],
  ['named.mjs', `export const client = ${counting};`, shared],
  ['both.mjs', `export const client = ${counting};\nexport default client;`, shared],
  ['waits.mjs', `const one = await Promise.resolve(${counting});\nexport default one;`, shared],
  ['factory.mjs', `export const createClient = () => ${counting};`, own],
  ['factory-async.mjs', `export const createClient = async () => ${counting};`, own],
  ['function.cjs', `module.exports = ${counting};`, shared],
  ['named.cjs', `module.exports = { client: ${counting} };`, shared],
  ['default.cjs', `module.exports = { __esModule: true, default: ${counting} };`, shared],
  ['factory.cjs', `exports.createClient = () => ${counting};`, own],
  ['no-type.js', `export default ${counting};`, shared],
  [
    'typed.ts',
    `import { one } from './part.js';\nenum Kind { One = 1 }\ninterface Request { a: Kind }\nexport const client = (request: Request) => one(request);`,
    shared,
  ],
  ['typed.mts', `export const createClient = (): unknown => ${counting};`, own],
];

const bad: readonly (readonly [name: string, text: string, problem: object])[] = [
  ['number.mjs', 'export default 1;', { message: `${wanted}, found default (number)` }],
  ['empty.ts', 'export {};', { message: `${wanted}, found no exports` }],
  ['class.ts', 'export class Client {}\nexport default Client;', { message: `${wanted}, found Client (class), default (class)` }],
  ['other.cjs', 'module.exports = { send() {}, none: null };', { message: `${wanted}, found send (function), none (null)` }],
  [
    'two.mjs',
    'export const client = () => 1;\nexport default () => 2;',
    { message: 'expected one client, as the default export or named client, found client (function), default (function)' },
  ],
  [
    'both-ways.mjs',
    'export const client = () => 1;\nexport const createClient = () => client;',
    { message: 'expected either createClient or a client, not both, found client (function), createClient (function)' },
  ],
  [
    'makes-none.mjs',
    'export const createClient = () => ({});',
    { message: 'expected createClient() to return a function (request, { baseURL, fetch, signal }) => …, found a value of type object' },
  ],
  [
    'throws.mjs',
    '\nthrow new TypeError("not today");',
    { line: 2, message: 'this module threw while it was loaded: TypeError: not today' },
  ],
  [
    'throws.ts',
    'interface A {\n  b: 1;\n}\nfunction boom(): never {\n  throw new Error("boom");\n}\nboom();',
    { line: 5, message: 'this module threw while it was loaded: Error: boom' },
  ],
  [
    'throws.cjs',
    '\n\nnull.x;',
    { line: 3, message: "this module threw while it was loaded: TypeError: Cannot read properties of null (reading 'x')" },
  ],
  ['throws-text.mjs', 'throw "only text";', { message: 'this module threw while it was loaded: "only text"' }],
  [
    'factory-throws.mjs',
    'export const createClient = () => {\n  throw new Error("no key");\n};',
    { line: 2, message: 'createClient threw Error: no key' },
  ],
  ['syntax.mjs', 'let a = 1;\n\nconst = 2;', { line: 3, column: 7, message: 'cannot be loaded: Unexpected token' }],
  ['syntax.cjs', 'let a = 1;\n\nconst = 2;', { line: 3, column: 7, message: 'cannot be loaded: Unexpected token' }],
  ['syntax.ts', 'let a: number = 1;\n\nconst = 2;', { line: 3, column: 7, message: 'cannot be loaded: Unexpected token' }],
  [
    'package.mjs',
    "import 'not-there';",
    { message: "cannot be loaded: Cannot find package 'not-there'; install it beside this module: npm install not-there" },
  ],
  [
    'package.ts',
    "import 'not-there';",
    { message: "cannot be loaded: Cannot find module 'not-there'; install it beside this module: npm install not-there" },
  ],
  [
    'path.mjs',
    "import './gone.mjs';",
    { message: `cannot be loaded: Cannot find module '${join(folder, 'gone.mjs')}'; see whether its path is right` },
  ],
  ['data.json', '{}', { message: 'expected a module in TypeScript or JavaScript (.ts, .mts, .cts, .js, .mjs, .cjs)' }],
];

const urlOf = (name: string): string => pathToFileURL(join(folder, name)).href;
const host = createHost();
let told: Readonly<Record<string, unknown>> = {};

beforeAll(async () => {
  for (const [name, text] of [...good, ...bad]) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'part.ts'), 'let n = 0;\nexport const one = (request: { a: number }): number[] => [++n, request.a];');
  writeFileSync(join(folder, 'imports-what-throws.mjs'), "import './throws.mjs';\nexport default () => 1;");
  const urls = [...good, ...bad].map(([name]) => urlOf(name));
  const entry = new URL('./fixtures/load.mjs', import.meta.url).href;
  const outcome = await host.run({ entry, data: { urls: [...urls, urlOf('nowhere.ts'), urlOf('imports-what-throws.mjs')] }, name: 'load' });
  if ('failed' in outcome) throw new Error(outcome.failed.message);
  told = outcome.result as typeof told;
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

describe('a client module', () => {
  test.each(good)('%s', (name, _, expected) => expect(told[urlOf(name)]).toEqual(expected));
});

describe('a module that is none', () => {
  test.each(bad)('%s', (name, _, problem) => expect(told[urlOf(name)]).toEqual({ problems: [{ file: join(folder, name), ...problem }] }));

  test('a file that is not there', () =>
    expect(told[urlOf('nowhere.ts')]).toEqual({ problems: [{ file: join(folder, 'nowhere.ts'), message: 'there is no such file' }] }));

  test('what throws is named, and who loaded it', () => {
    const message = `this module threw while it was loaded: TypeError: not today (loaded by ${join(folder, 'imports-what-throws.mjs')})`;
    expect(told[urlOf('imports-what-throws.mjs')]).toEqual({ problems: [{ file: join(folder, 'throws.mjs'), line: 2, message }] });
  });

  test('is the failure of its job', async () => {
    const entry = new URL('./fixtures/load-one.mjs', import.meta.url).href;
    const module = join(folder, 'throws.ts');
    expect(await host.run({ entry, data: { url: urlOf('throws.ts') }, name: 'load one' })).toEqual({
      failed: { kind: 'import', module, line: 5, message: `${module}:5 this module threw while it was loaded: Error: boom` },
      output: '',
    });
  });
});
