import { execFile } from 'node:child_process';
import { Agent } from 'node:http';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { runScenario } from '../../harness/run/run.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import type { BuildOptions } from '../../harness/serve/build-provider.ts';
import type { CallersReport } from '../../harness/serve/callers/watch-callers.ts';
import type { ConductFinding } from '../../reports/result/conduct.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import type { OpenaiPackage } from './clients/openai-caller.ts';
import { clientModule } from './clients.ts';
import { chat, listening, oneModel, post } from './served.ts';

const run = promisify(execFile);
const fixture = (name: string): string => packagePath('test', 'server', 'callers', name);

/** A provider that says so, and what it says of its callers. */
async function watched(
  replies: readonly (object | 'ok')[],
  then: object | 'ok' = 'ok',
  { per = 'arrival', ...options }: BuildOptions & { readonly per?: 'arrival' | 'request' } = {},
) {
  const scenario = oneModel({ slots: 1000, service: '1ms' }, { faults: [{ script: { per, replies: [...replies, then], then } }] });
  const served = await listening(scenario, { report: true, ...options });
  const conduct = async () => (await fetch(`${served.url}/_admin/conduct`)).json() as Promise<CallersReport>;
  return { ...served, conduct, finding: async (name: string) => (await conduct()).findings.find(({ finding }) => finding === name) };
}

const refused = (retryAfter: string) => ({ refuse: 'capacity', retryAfter });
const question = (text: string): object => chat({ messages: [{ role: 'user', content: text }] });

describe('what a server says of its callers', () => {
  test('one of node:http that tries again at once: not honoured, every time', async () => {
    const { port, conduct, finding } = await watched([], refused('60s'));
    const agent = new Agent({ keepAlive: true });
    const ask = async (text: string) => {
      for (let n = 0; n < 4; n++) await post(port, question(text), { agent });
    };
    await Promise.all(['A', 'B', 'C', 'D', 'E'].map(ask));
    agent.destroy();
    expect(await conduct()).toMatchObject({ attempts: 20, requests: 5, unclear: 0, forgotten: 0 });
    const found = await finding('retry-after');
    expect(found).toMatchObject({ verdict: 'bad', count: 15, of: 15, says: 'Retry-After not honoured, 15 of 15' });
    expect(found?.example).toMatch(
      /^request \d at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}: capacity after \d+ ms with Retry-After 60 s; again (at once|after \d+ ms) capacity/,
    );
    expect(found?.advice).toMatch(/^Wait at least as long/);
    // What only its callers know.
    for (const name of ['after-end', 'held-in-backoff']) {
      expect(await finding(name)).toMatchObject({ verdict: 'no occasion', says: 'Cannot be seen from the provider’s side.' });
    }
  });

  test.each([
    ['naive', '60s', { verdict: 'bad', count: 8, of: 8, says: 'Retry-After not honoured, 8 of 8' }],
    ['obedient', '200ms', { verdict: 'good', count: 0, of: 8, says: 'Retry-After honoured, 8 of 8' }],
  ])("one of Python's standard library, %s", async (manner, wait, expected) => {
    const { url, finding } = await watched([], refused(wait));
    await run('python3', [fixture('retries.py')], { env: { ...process.env, BASE: `${url}/v1`, MANNER: manner } });
    expect(await finding('retry-after')).toMatchObject(expected);
  });

  test('the openai package: its waits are spread, and it is one layer', async () => {
    // Four at a time: what holds up the machine holds up four waits at most.
    const { url, conduct, finding } = await watched([{ refuse: 'server_error' }], 'ok', { per: 'request' });
    const { OpenAI } = await clientModule<OpenaiPackage>('openai', 'index.mjs');
    const client = new OpenAI({ apiKey: 'any', baseURL: `${url}/v1` });
    const lane = async (name: string) => {
      for (let n = 0; n < 4; n++) await client.chat.completions.create(question(`Question ${name} ${n}`));
    };
    await Promise.all(['A', 'B', 'C', 'D'].map(lane));
    expect(await conduct()).toMatchObject({ attempts: 32, requests: 16, unclear: 0 });
    expect(await finding('jitter')).toMatchObject({ verdict: 'good', count: 0, of: 16 });
    expect(await finding('layers')).toMatchObject({ verdict: 'good', count: 0, of: 16 });
    expect(await finding('in-flight')).toMatchObject({ verdict: 'told' });
  });

  test('a call that its client gives up and makes again', async () => {
    const { port, url, finding, conduct } = await watched([{ refuse: 'hang' }]);
    const leaving = new AbortController();
    const left = fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question('A')),
      signal: leaving.signal,
    }).catch(() => 'left');
    while ((await conduct()).attempts === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    leaving.abort();
    await left;
    const state = async () => (await (await fetch(`${url}/_admin/state`)).json()) as { requests: { left: number } };
    while ((await state()).requests.left === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await post(port, question('A'));
    expect(await finding('many-attempts')).toMatchObject({ verdict: 'good', of: 1 });
    expect(await finding('after-end')).toMatchObject({ verdict: 'no occasion' });
  });

  test('a reset begins anew', async () => {
    const { port, url, conduct, finding } = await watched([], refused('60s'));
    for (let n = 0; n < 3; n++) await post(port, question('A'));
    expect(await finding('retry-after')).toMatchObject({ count: 2 });
    await fetch(`${url}/_admin/reset`, { method: 'POST' });
    expect(await conduct()).toMatchObject({ attempts: 0, requests: 0 });
    expect((await conduct()).findings.every(({ verdict }) => verdict === 'no occasion')).toBe(true);
    for (let n = 0; n < 2; n++) await post(port, question('A'));
    expect(await finding('retry-after')).toMatchObject({ count: 1, of: 1 });
  });

  test('it takes any body: text that is nested without end is not compared', async () => {
    const { port, conduct } = await watched([]);
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const { status } = await post(port, `{"model":"big","messages":[{"role":"user","content":"x"}],"metadata":${deep}}`);
    const { attempts, unclear } = await conduct();
    expect([status, attempts - unclear]).toEqual([200, 0]);
  });

  test('a day that passes faster leaves waits as they are', async () => {
    const { port, finding } = await watched([], refused('60s'), { daySpeed: 60 });
    for (let n = 0; n < 3; n++) await post(port, question('A'));
    expect(await finding('retry-after')).toMatchObject({ verdict: 'bad', count: 2, of: 2 });
  });
});

describe('where nobody looks', () => {
  const refusal = async (options: BuildOptions) => {
    const { url } = await listening(oneModel({ slots: 1 }), options);
    const reply = await fetch(`${url}/_admin/conduct`);
    return [reply.status, await reply.json()];
  };

  test('a 409 says why', async () => {
    expect(await refusal({})).toEqual([409, { problems: ['nobody looks at how callers retry: start the server with --report'] }]);
    expect(await refusal({ timeScale: 2 })).toEqual([
      409,
      { problems: ["how callers retry is judged at the time scale 1 alone; this server's is 2"] },
    ]);
  });

  test('another time scale is refused', async () => {
    await expect(listening(oneModel({ slots: 1 }), { report: true, timeScale: 2 })).rejects.toThrow(
      'report: how callers retry is judged at the time scale 1 alone',
    );
  });
});

test.each([
  ['at-once', '60s'],
  ['as-told', '100ms'],
])('the verdicts are those of virtual time: a client that comes back %s', async (manner, wait) => {
  const replies = [refused(wait), 'ok', refused(wait), refused(wait), { refuse: 'quota' }, { refuse: 'quota' }, 'ok'] as const;
  const text = `
time: { length: 1m }
replications: 1
provider:
  network: { rtt: 0ms }
  models: { big: { slots: 10, service: 1ms, refuseAfter: 0ms } }
  faults: [ { script: { per: arrival, replies: ${JSON.stringify(replies)} } } ]
workload: { arrivals: { constant: { rate: 1/s } }, requests: 3, stream: false }
strategies: [ { name: code, code: ${JSON.stringify(fixture(`${manner}.mjs`))} } ]
`;
  const { scenario } = await loadScenario({ text });
  const [fold] = (await runScenario(scenario, { workers: 0 })).strategies;
  expect(fold?.failure).toBeNull();

  const { url, conduct } = await watched(replies);
  const { client } = (await import(fixture(`${manner}.mjs`))) as {
    client(request: object, tools: object): Promise<unknown>;
  };
  for (let n = 0; n < 3; n++) {
    const messages = [{ role: 'user', content: `Request ac-${n}: answer it.` }];
    await client({ model: 'big', messages, maxTokens: 4 }, { baseURL: `${url}/v1`, fetch }).catch(() => {});
  }
  const { findings } = await conduct();
  const told = (all: readonly ConductFinding[]) =>
    all.flatMap(({ finding, verdict, count, of, says }) =>
      ['after-end', 'held-in-backoff', 'in-flight'].includes(finding) ? [] : [{ finding, verdict, count, of, says }],
    );
  expect(told(findings)).toEqual(told(fold?.conduct ?? []));
  expect(told(findings).find(({ finding }) => finding === 'retry-after')?.verdict).toBe(manner === 'at-once' ? 'bad' : 'good');
});
