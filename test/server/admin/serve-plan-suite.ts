import { describe, expect, test } from 'vitest';
import { requestLog, strayRequests } from '../../../harness/cli/request-log.ts';
import { type ServeFlags, servePlanOf } from '../../../harness/cli/serve-plan.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import { InputError } from '../../../sim/kernel/problem.ts';
import type { AttemptRecord } from '../../../sim/server/attempt-record.ts';

const plan = (file: string | undefined, flags: Partial<ServeFlags>, env = {}) =>
  servePlanOf(file, { port: '4010', host: '127.0.0.1', set: [], ...flags }, env);

function problems(file: string | undefined, flags: Partial<ServeFlags>, env = {}): readonly string[] {
  try {
    plan(file, flags, env);
  } catch (error) {
    if (error instanceof InputError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('figures instead of a file', () => {
  const scenario = async (flags: Partial<ServeFlags>) => (await loadScenario({ adHoc: plan(undefined, flags).adHoc })).scenario;

  test('slots and a service time: nobody else, a day long', async () => {
    const { providers, time, workload } = await scenario({ slots: '8', service: '2s' });
    expect(providers.default?.pools).toEqual({ big: { slots: 8, queue: { length: 0 } } });
    expect([providers.default?.models.big?.service, time.length, workload.arrivals]).toEqual([
      { exponential: 2000 },
      86_400_000,
      { at: [{ offset: 0 }] },
    ]);
  });

  test('others at the peak, half of them at night, who stay as long as an answer takes; on another day', async () => {
    const load = async (flags: Partial<ServeFlags>) =>
      (await scenario({ slots: '8', service: '2s', ...flags })).providers.default?.pools.big?.otherTenants;
    expect(await load({ peak: '0.9' })).toMatchObject({ load: { curve: 'office-hours', low: 0.45, high: 0.9 }, hold: 2000 });
    expect(await load({ peak: '1.2', curve: 'azure-2024-conv' })).toMatchObject({
      load: { curve: 'azure-2024-conv', low: 0.6, high: 1.2 },
    });
  });

  test('what you are going to send', async () => {
    expect((await scenario({ slots: '8', service: '2s', rate: '3/s' })).workload.arrivals).toEqual({ poisson: { rate: 3 } });
  });

  test('what your client calls the model, whatever that is', async () => {
    for (const model of ['gpt-4o', 'anthropic.claude-3:0', 'org/name']) {
      const { providers, workload } = await scenario({ slots: '8', service: '2s', model });
      expect([Object.keys(providers.default?.models ?? {}), workload.model]).toEqual([[model], model]);
    }
    await expect(scenario({ slots: '8', service: '2s', model: '' })).rejects.toThrow(/^--model /);
  });

  test('what is wrong with them names the option', async () => {
    const wrong = { slots: 'x', service: '2', peak: 'lots', curve: 'no', rate: '3' };
    await expect(scenario(wrong)).rejects.toThrow(/^--slots x .*\n--curve no .*\n--peak lots .*\n--service 2 .*\n--rate 3 /);
  });
});

describe('options of serve', () => {
  test('as they are by default', () => {
    expect(plan(undefined, {})).toEqual({
      file: 'peak-day',
      adHoc: undefined,
      port: 4010,
      host: '127.0.0.1',
      at: undefined,
      set: [],
      seed: undefined,
      daySpeed: 1,
      timeScale: 1,
      adminToken: undefined,
      processMetrics: false,
      log: false,
      report: false,
      out: undefined,
    });
  });

  test('what callers do is judged in their own time alone, and written where it is asked for', () => {
    expect(plan('my.yaml', { report: true, daySpeed: '24', out: 'there' })).toMatchObject({ report: true, out: 'there' });
    expect(problems('my.yaml', { report: true, timeScale: '2' })).toEqual([
      '--report how callers retry is judged at the time scale 1 alone; leave out --report or --time-scale',
    ]);
    expect(problems('my.yaml', { out: 'there' })).toEqual(['--out is the folder for what --report says; add --report']);
    expect(problems('my.yaml', { report: true, out: '' })).toEqual(['--out expected the name of a folder, found nothing']);
  });

  test('speeds, and the token, on the command line or in the environment', () => {
    expect(plan('my.yaml', { daySpeed: '24' })).toMatchObject({ file: 'my.yaml', daySpeed: 24, timeScale: 1 });
    expect(plan('my.yaml', { timeScale: '0.5' })).toMatchObject({ daySpeed: 1, timeScale: 0.5 });
    expect(plan('my.yaml', {}, { AT_CAPACITY_ADMIN_TOKEN: 'from-there' }).adminToken).toBe('from-there');
    expect(plan('my.yaml', { adminToken: 'from-here' }, { AT_CAPACITY_ADMIN_TOKEN: 'from-there' }).adminToken).toBe('from-here');
  });

  test('everything that does not fit, at once', () => {
    expect(problems('my.yaml', { port: '-1', slots: '8', peak: '0.9', daySpeed: '0', timeScale: 'fast', adminToken: 'a b' })).toEqual([
      '--port expected a whole number from 0 to 65535, found "-1"',
      '--slots, --peak take the place of a file; leave out my.yaml or these',
      '--day-speed expected a number above 0, at most 100000, found "0"',
      '--time-scale expected a number above 0, at most 100000, found "fast"',
      '--admin-token expected 8 to 200 letters, digits and signs without blanks',
      '--time-scale makes everything faster, --day-speed only the day; leave out one of the two',
    ]);
    expect(problems(undefined, { slots: '8', peak: '0.9' })).toEqual(['--slots 8 --service 2s belong together; missing: --service']);
    expect(problems(undefined, { service: '1s' })).toEqual(['--slots 8 --service 2s belong together; missing: --slots']);
    expect(problems(undefined, { slots: '8', service: '1s', curve: 'office-hours' })).toEqual([
      '--curve is the day of other callers; say how many there are at its peak: --peak 0.9',
    ]);
    expect(problems(undefined, {}, { AT_CAPACITY_ADMIN_TOKEN: '' })).toEqual([
      'AT_CAPACITY_ADMIN_TOKEN expected 8 to 200 letters, digits and signs without blanks',
    ]);
  });
});

describe('a line for each request', () => {
  const record: AttemptRecord = {
    entity: 0,
    number: 0,
    model: 'big',
    dialect: 'openai',
    path: '/v1/chat/completions',
    stream: true,
    inputTokens: 8,
    outputTokens: 4,
    wallMs: 0,
    receivedAt: 1_000_000,
    admittedAt: 1_000_000,
    firstTokenAt: undefined,
    endedAt: 2_234_567,
    outcome: 'admitted',
    cause: undefined,
    fault: undefined,
    status: 200,
    tokensWritten: 4,
    left: false,
  };
  const lineOf = (more: Partial<AttemptRecord>) => {
    let text = '';
    requestLog((line) => {
      text += line;
    }).attempt?.({ ...record, ...more });
    return text;
  };

  test('method, path, model, outcome, status, milliseconds', () => {
    expect([
      lineOf({}),
      lineOf({ outcome: 'capacity', cause: 'capacity', status: 503 }),
      lineOf({ outcome: 'quota', cause: 'requests', status: 429 }),
      lineOf({ fault: 'cut' }),
      lineOf({ outcome: 'undecided', status: undefined, left: true }),
    ]).toEqual([
      'POST /v1/chat/completions big admitted 200 1,235 ms\n',
      'POST /v1/chat/completions big capacity 503 1,235 ms\n',
      'POST /v1/chat/completions big quota (requests) 429 1,235 ms\n',
      'POST /v1/chat/completions big admitted (cut) 200 1,235 ms\n',
      'POST /v1/chat/completions big undecided, left - 1,235 ms\n',
    ]);
  });

  test('one that reached no model', () => {
    let text = '';
    requestLog((line) => {
      text += line;
    }).rejected?.({ method: 'GET', path: '/nope', status: 404, ms: 0.4 });
    expect(text).toBe('GET /nope - rejected 404 0 ms\n');
  });

  test('without --log what finds nothing is said, once for each path, and no more of them than fill a screen', () => {
    const lines: string[] = [];
    const { rejected } = strayRequests((line) => lines.push(line));
    const stray = (path: string, status = 404) => rejected?.({ method: 'POST', path, status, ms: 1 });
    stray('/v1/embeddings');
    stray('/v1/embeddings');
    stray('/v1/chat/completions', 400);
    expect(lines).toEqual([expect.stringMatching(/^POST \/v1\/embeddings was told 404: no such path, or no model of that name\. .*\n$/)]);
    for (let i = 0; i < 100; i++) stray(`/${i}`);
    expect(lines).toHaveLength(20);
  });

  test('stays one line that does no harm, whatever the path and the model are', () => {
    const line = lineOf({ path: `/\u001b[31m\n${'x'.repeat(10_000)}`, model: 'a\nb\u202e' });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(line.length).toBeLessThan(250);
  });
});
