import { afterEach, describe, expect, test } from 'vitest';
import { type StartedProvider, type StartOptions, startProvider } from '../../harness/testing/start-provider.ts';
import { dialects } from '../../sim/dialects/registry.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { chat } from '../server/served.ts';

const scenario = { provider: { models: { big: { slots: 2, firstToken: '5ms', tokensPerSecond: 10_000, refuseAfter: '1ms' } } } };

const started: StartedProvider[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((provider) => provider.close()));
});

async function start(more: object = {}, options: StartOptions = {}): Promise<StartedProvider> {
  const provider = await startProvider({ ...scenario, ...more }, options);
  started.push(provider);
  return provider;
}

async function statusOf(provider: StartedProvider): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${provider.baseUrl()}/chat/completions`, { method: 'POST', headers, body: JSON.stringify(chat()) });
  await reply.text();
  return reply.status;
}

describe('startProvider', () => {
  test('listens on a port of its own on this machine, until it is closed', async () => {
    const [one, other] = [await start(), await start()];
    expect(one.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(one.url).not.toBe(other.url);
    expect([await statusOf(one), await statusOf(other)]).toEqual([200, 200]);
    await one.close();
    await expect(statusOf(one)).rejects.toThrow('fetch failed');
    expect(await statusOf(other)).toBe(200);
  });

  test('knows no base URL of a dialect that there is not', async () => {
    const { baseUrl, url } = await start();
    expect(baseUrl('anthropic')).toBe(`${url}/anthropic`);
    for (const name of ['opnai', 'toString'])
      expect(() => baseUrl(name as 'openai')).toThrow(`expected a dialect, one of openai, openai-responses, azure`);
  });

  test('is disposed of where the runtime does that', async () => {
    const provider = await startProvider(scenario);
    await provider[Symbol.asyncDispose]();
    await expect(statusOf(provider)).rejects.toThrow('fetch failed');
  });

  test('scripts, by arrival or by request, with a rest; an empty one ends it', async () => {
    const provider = await start();
    await provider.script('big', [{ refuse: 'capacity' }, 'ok'], { rest: { status: 418 } });
    expect([await statusOf(provider), await statusOf(provider), await statusOf(provider), await statusOf(provider)]).toEqual([
      503, 200, 418, 418,
    ]);
    await provider.script('big', [{ refuse: 'capacity' }], { per: 'request' });
    expect([await statusOf(provider), await statusOf(provider)]).toEqual([503, 503]);
    await provider.script('big', []);
    expect(await statusOf(provider)).toBe(200);
  });

  test('state, journal and reset', async () => {
    const provider = await start();
    for (let i = 0; i < 3; i++) await statusOf(provider);
    expect((await provider.state()).requests.answered).toBe(3);
    const { entries, counters } = await provider.journal({ after: 1, limit: 1 });
    expect([entries.map(({ id, status }) => [id, status]), counters.ended]).toEqual([[[2, 200]], 3]);
    await provider.reset();
    expect([(await provider.state()).requests.received, (await provider.journal()).entries]).toEqual([0, []]);
  });

  test('the rest of the admin API, with the token where there is one', async () => {
    const provider = await start({}, { adminToken: 'correct-horse' });
    expect((await fetch(`${provider.url}/_admin/state`)).status).toBe(401);
    expect(await provider.admin('POST', '/faults', { name: 'out', outage: {} })).toMatchObject({ id: 'out', on: true });
    expect(await statusOf(provider)).toBe(503);
    await provider.admin('DELETE', '/faults/out');
    expect(await statusOf(provider)).toBe(200);
  });

  test.each([
    ['daySpeed', 0],
    ['daySpeed', -1],
    ['timeScale', Number.NaN],
    ['timeScale', Number.POSITIVE_INFINITY],
    ['timeScale', 1e9],
    ['bodyLimit', 0],
    ['bodyLimit', 1e300],
    ['journal', -1],
    ['journal', 0.5],
    ['adminToken', ''],
    ['adminToken', 'a b'],
  ])('no server has the %s %j', async (key, value) => {
    await expect(startProvider(scenario, { [key]: value })).rejects.toThrow(new RegExp(`^${key}: expected`));
  });

  test('says everything that is wrong', async () => {
    await expect(startProvider({ provider: { models: { big: { slots: -1, service: 5 } } } })).rejects.toThrow(InputError);
    const provider = await start();
    await expect(provider.script('none', [])).rejects.toThrow(/^model: expected one of big$/);
    await expect(provider.script('big', [{ refuse: 'nothing' }, { cut: 1, slow: 2 }])).rejects.toThrow(
      /^replies\.0\.refuse: .*\nreplies\.1: /,
    );
    await expect(provider.admin('DELETE', '/faults/none')).rejects.toThrow('no such fault');
  });
});

describe('base URLs', () => {
  test('of the provider’s own interface, and of any other', async () => {
    const openai = await start();
    expect([openai.baseUrl(), openai.baseUrl('openai'), openai.baseUrl('anthropic'), openai.baseUrl('groq')]).toEqual([
      `${openai.url}/v1`,
      `${openai.url}/openai/v1`,
      `${openai.url}/anthropic`,
      `${openai.url}/groq`,
    ]);
    const anthropic = await start({ provider: { dialect: 'anthropic', ...scenario.provider } });
    expect(anthropic.baseUrl()).toBe(anthropic.url);
  });

  test('lead to the list of models, or to the endpoint where there is none', async () => {
    const provider = await start();
    const behind = {
      openai: '/models',
      'openai-responses': '/models',
      azure: '/openai/v1/models',
      anthropic: '/v1/models',
      gemini: '/v1beta/models',
      mistral: '/v1/models',
      groq: '/openai/v1/models',
      deepseek: '/models',
      openrouter: '/models',
      vllm: '/models',
      tgi: '/models',
      ollama: '/api/tags',
    };
    for (const [dialect, path] of Object.entries(behind)) {
      const reply = await fetch(provider.baseUrl(dialect as keyof typeof behind) + path);
      expect([dialect, reply.status]).toEqual([dialect, 200]);
      expect(await reply.text()).toContain('big');
    }
    const bedrock = await fetch(`${provider.baseUrl('bedrock')}/model/big/converse`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect([bedrock.status === 404, [...Object.keys(behind), 'bedrock'].toSorted()]).toEqual([false, Object.keys(dialects).toSorted()]);
  });
});
