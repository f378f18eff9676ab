import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHost, type HostOptions } from '../../../harness/foreign/host/host.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import type { StrategyFold } from '../../../reports/result/fold.ts';
import type { Result } from '../../../reports/result/result.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { atCapacity, readJson } from '../../cli/at-capacity.ts';
import type { Finished } from '../../support/finished.ts';

const ask = `
  const ask = async ({ model, messages }, { baseURL, fetch }) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(\`\${baseURL}/chat/completions\`, { method: 'POST', headers, body: JSON.stringify({ model, messages }) });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error.message);
    return answer;
  };`;

/** Modules that end, or would end, their strategy; the failure's place is the line that says so. */
const failing: readonly (readonly [name: string, source: string, said: RegExp])[] = [
  ['throws at import', 'throw new TypeError("no settings"); // here', /this module threw while it was loaded: TypeError: no settings$/],
  ['exits', 'export default ({ id }) => id === "ac-3" && process.exit(3); // here', /called what ends its process: process\.exit at /],
  ['kills', 'export default ({ id }) => id === "ac-3" && process.kill(process.pid, "SIGKILL"); // here', /process\.kill at /],
  [
    'rejects unheard',
    'export default ({ id }) => {\n  if (id === "ac-3") void Promise.reject(new RangeError("unheard")); // here\n};',
    /nobody handled a promise that the code rejected: RangeError: unheard at /,
  ],
  [
    'throws in a timer',
    'export default async ({ id }) => {\n  setTimeout(() => {\n    if (id === "ac-3") throw new TypeError("nobody is there"); // here\n  }, 5);\n};',
    /nobody caught what the code threw outside of its calls: TypeError: nobody is there at /,
  ],
  [
    'spins in time',
    'export default ({ id }) =>\n  new Promise(() => {\n    const again = () => setImmediate(again); // here\n    if (id === "ac-3") again();\n  });',
    /events follow one another without an end at /,
  ],
];

/** Modules that do what they should not, and have their figures all the same. */
const going: readonly (readonly [name: string, source: string])[] = [
  ['well', `${ask}\nexport default ask;`],
  ['leaks intervals', `${ask}\nexport default (...call) => {\n  setInterval(() => {}, 1000);\n  return ask(...call);\n};`],
  ['prints a lot', `${ask}\nexport default (...call) => {\n  console.log('x'.repeat(10_000));\n  return ask(...call);\n};`],
  [
    'patches fetch',
    `${ask}
     const { fetch: before } = globalThis;
     let calls = 0;
     globalThis.fetch = (...args) => (calls++, before(...args));
     export default async (request) => {
       const had = calls;
       const answer = ask(request, { baseURL: process.env.OPENAI_BASE_URL, fetch: globalThis.fetch });
       if (calls !== had + 1) throw new Error('its own fetch was not called');
       return answer;
     };`,
  ],
  [
    'changes what it is given',
    `${ask}
     Math.random = () => 0.5;
     JSON.parse = JSON.parse.bind(JSON);
     Object.assign(globalThis, { setTimeout: globalThis.setTimeout.bind(globalThis), Date: class extends Date {} });
     export default ask;`,
  ],
];

let folder: string;
let finished: Finished;
let result: Result;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'misbehaviour-'));
  for (const [name, source] of [...failing, ...going]) writeFileSync(fileOf(name), source);
  const strategies = [...failing, ...going].map(([name]) => ({ name, code: fileOf(name) }));
  const scenario = {
    time: { length: '20s' },
    replications: 1,
    provider: { models: { big: { slots: 8, service: { exponential: '1s' } } } },
    workload: { arrivals: { poisson: { rate: '7/s' } }, stream: false },
    strategies: [{ name: 'once' }, ...strategies, { name: 'never resolves', code: fileOf('never resolves') }],
  };
  writeFileSync(fileOf('never resolves'), 'export default () => new Promise(() => {});');
  writeFileSync(join(folder, 'day.json'), JSON.stringify(scenario));
  finished = await atCapacity(['run', join(folder, 'day.json'), '--out', join(folder, 'out'), '--workers', '2']);
  result = readJson(folder, 'out', 'result.json');
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (name: string): string => join(folder, `${name.replaceAll(' ', '-')}.mjs`);

function lineOf(source: string): number | undefined {
  const line = source.split('\n').findIndex((text) => text.endsWith('// here')) + 1;
  return line === 0 ? undefined : line;
}

function named(name: string): StrategyFold {
  const found = result.strategies.find((strategy) => strategy.name === name);
  if (found === undefined) throw new Error(`no strategy ${name}`);
  return found;
}

describe('a strategy that fails, in a report that is otherwise complete', () => {
  test.each(failing)('%s', (name, source, said) => {
    const { failure, replications } = named(name);
    expect(failure?.code).toBe(name === 'spins in time' ? 'livelock' : 'code');
    expect(failure?.message).toMatch(said);
    expect(failure?.message).toContain(fileOf(name));
    const line = lineOf(source);
    if (line !== undefined) expect(failure?.message).toContain(`${fileOf(name)}:${line}`);
    expect(replications).toEqual([]);
  });

  test('each is in the answer with its file', () => {
    expect(finished.code).toBe(1);
    for (const [name] of failing) expect(finished.stdout).toContain(name);
  });

  test.each(going)('%s: has the figures of a client that sends once', (name) => {
    expect(named(name).failure).toBeNull();
    const [once, own] = [named('once').replications[0], named(name).replications[0]];
    expect(once?.requests.offered).toBeGreaterThan(100);
    expect(own?.requests).toEqual(once?.requests);
    expect(own?.attempts).toEqual(once?.attempts);
  });

  test('never resolves: its requests are in flight at the end', () => {
    const { failure, replications } = named('never resolves');
    expect(failure).toBeNull();
    expect(replications[0]?.requests.inFlightAtEnd).toBe(replications[0]?.requests.offered);
  });
});

describe('code that only its host can end', () => {
  /** One job of a run, with less patience and less memory than runs have. */
  async function failureOf(source: string, options: HostOptions) {
    const file = join(folder, 'held.mjs');
    writeFileSync(file, source);
    const scenario = { provider: { models: { big: { slots: 8 } } }, workload: { arrivals: { poisson: { rate: '7/s' } } } };
    const { scenario: loaded } = await loadScenario({ text: JSON.stringify({ ...scenario, strategies: [{ name: 'held', code: file }] }) });
    const host = createHost(options);
    const entry = pathToFileURL(packagePath('dist', 'harness', 'foreign', 'run', 'foreign-run.js')).href;
    const outcome = await host.run({ entry, data: { scenario: loaded, strategyIndex: 0, replication: 0, raw: false }, name: 'held' });
    await host.close();
    if (!('failed' in outcome)) throw new Error('expected a failure');
    expect(outcome.failed).toMatchObject({ module: file, line: lineOf(source) });
    expect(outcome.failed.virtualMs).toBeGreaterThan(0);
    return outcome.failed;
  }

  test('an infinite loop', async () => {
    const source = 'export default async ({ id }) => {\n  if (id === "ac-3") for (;;); // here\n};';
    const { kind, message } = await failureOf(source, { bounds: { cpuMs: 3000, wallMs: 60_000 } });
    expect([kind, message]).toEqual(['blocked', expect.stringContaining('without letting any event pass')]);
  });

  test('one huge allocation', async () => {
    const source = `const text = () => '[' + '1,'.repeat(30e6) + '1]';\nexport default async ({ id }) => {\n  if (id === 'ac-3') JSON.parse(text()); // here\n};`;
    const { kind } = await failureOf(source, { memoryMb: 64 });
    expect(kind).toBe('memory');
  });
});
