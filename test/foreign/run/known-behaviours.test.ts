import { beforeAll, describe, expect, test } from 'vitest';
import { runScenario } from '../../../harness/run/run.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import type { ConductFinding } from '../../../reports/result/conduct.ts';
import type { StrategyFold } from '../../../reports/result/fold.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { clientModule } from '../../server/clients.ts';

const folder = packagePath('examples', 'clients');
const example = (name: string): string => packagePath('examples', 'clients', `${name}.mjs`);

beforeAll(async () => {
  await clientModule('openai', 'index.mjs', folder);
});

interface Minute {
  /** Keys of the model, as written in a file. */
  readonly model?: string;
  /** What becomes of a request's attempts: the first, and those after it. */
  readonly replies?: readonly [string, string];
  readonly rate?: string;
}

/** What one client does in a minute of requests. */
async function inOneMinute(code: string, { model = 'service: 1s', replies = ['ok', 'ok'], rate = '1/s' }: Minute): Promise<StrategyFold> {
  const [first, later] = replies;
  const text = `
time: { length: 1m }
replications: 1
provider:
  network: { rtt: 0ms }
  models: { big: { slots: 1000, ${model} } }
  faults: [ { script: { models: [big], per: request, replies: [${first}], then: ${later} } } ]
workload: { arrivals: { constant: { rate: ${rate} } }, stream: false }
strategies: [ { name: code, code: ${JSON.stringify(code)} } ]
`;
  const { scenario } = await loadScenario({ text });
  const [fold] = (await runScenario(scenario, { workers: 0 })).strategies;
  if (fold === undefined) throw new Error('no strategy');
  return fold;
}

async function findingsIn(code: string, minute: Minute): Promise<(name: string) => ConductFinding | undefined> {
  const { failure, conduct } = await inOneMinute(code, minute);
  expect(failure).toBeNull();
  return (name) => conduct?.find(({ finding }) => finding === name);
}

const refusedOnce = (hint: string) => ({ replies: [`{ refuse: capacity, retryAfter: ${hint} }`, 'ok'] }) as const;
const alwaysRefused = (refuse: string) => ({ replies: [`{ refuse: ${refuse} }`, `{ refuse: ${refuse} }`] }) as const;

describe('what is known of packages is found', () => {
  test('openai 6.49 sleeps for any Retry-After; the AI SDK does not beyond a minute', async () => {
    const openai = await findingsIn(example('openai'), refusedOnce('10m'));
    expect(openai('long-wait')).toMatchObject({ verdict: 'bad', count: 60, of: 60 });
    expect(openai('long-wait')?.worst).toBeCloseTo(600_000, -1);
    const ai = await findingsIn(example('ai-sdk'), refusedOnce('10m'));
    expect(ai('long-wait')).toMatchObject({ verdict: 'good', count: 0, of: 60 });
    expect(ai('retry-after')).toMatchObject({ verdict: 'bad', count: 60, of: 60 });
  });

  test('the AI SDK waits 2 s and then 4 s, without jitter; openai spreads its waits', async () => {
    const ai = await findingsIn(example('ai-sdk'), alwaysRefused('capacity'));
    expect(ai('jitter')).toMatchObject({ verdict: 'bad', count: 120, of: 120, worst: 2000 });
    const openai = await findingsIn(example('openai'), alwaysRefused('capacity'));
    expect(openai('jitter')).toMatchObject({ verdict: 'good', count: 0, of: 120 });
  });

  test('LangChain holds a slot of its maxConcurrency in the backoff', async () => {
    const langchain = await findingsIn(example('langchain'), { ...refusedOnce('2s'), rate: '4/s' });
    expect(langchain('held-in-backoff')).toMatchObject({ verdict: 'bad', worst: 3 });
    // Its p-retry waits 1 to 2 s, whatever the hint says; the rest of a request's time are 10 ms of refusal and a second of service.
    const { count = 0, of = 1 } = langchain('held-in-backoff') ?? {};
    expect(count / of).toBeGreaterThan(1 / 2.01);
    expect(count / of).toBeLessThan(2 / 3.01);
    expect(langchain('in-flight')).toMatchObject({ worst: 3 });
  });

  test('p-retry times the retries of the package inside it is twelve', async () => {
    const both = await findingsIn(example('p-retry'), alwaysRefused('capacity'));
    expect(both('layers')).toMatchObject({ verdict: 'bad', count: 60, of: 60, worst: 12 });
    expect(both('many-attempts')).toMatchObject({ verdict: 'bad', count: 60, of: 60, worst: 12 });
    const alone = await findingsIn(example('openai'), alwaysRefused('capacity'));
    expect(alone('layers')).toMatchObject({ verdict: 'good', count: 0, of: 60 });
  });

  test('opossum gives up after 10 s what then goes on', async () => {
    const opossum = await findingsIn(example('opossum'), { model: 'service: 15s', rate: '1/m' });
    expect(opossum('after-end')).toMatchObject({ verdict: 'bad', count: 1, of: 1, worst: 5000 });
    const openai = await findingsIn(example('openai'), { model: 'service: 15s', rate: '1/m' });
    expect(openai('after-end')).toMatchObject({ verdict: 'good', count: 0, of: 1 });
  });

  test('cockatiel retries for ever and at once when nothing else is said: a livelock, which ends this strategy alone', async () => {
    const endless = packagePath('test', 'foreign', 'run', 'fixtures', 'endless-cockatiel.mjs');
    const { failure } = await inOneMinute(endless, alwaysRefused('capacity'));
    expect(failure).toEqual({ code: 'livelock', message: 'request ac-0 was sent 1000 times without an end' });
    const atOnce = await inOneMinute(endless, { model: 'service: 1s, refuseAfter: 0ms', ...alwaysRefused('capacity') });
    expect(atOnce.failure?.code).toBe('livelock');
  });

  test('a quota that is spent is a 429, and sent again for that', async () => {
    const openai = await findingsIn(example('openai'), alwaysRefused('quota'));
    // The first send and the first retry are followed by another.
    expect(openai('hard-retried')).toMatchObject({ verdict: 'bad', count: 120, of: 180, worst: 2 });
    const plain = await findingsIn(example('fetch'), alwaysRefused('quota'));
    expect(plain('hard-retried')).toMatchObject({ verdict: 'good', count: 0, of: 60 });
  });
});
