import { describe, expect, test } from 'vitest';
import { openStrategy } from '../../harness/gateway/open-strategy.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { folderWith } from '../cli/at-capacity.ts';

const provider = 'provider: { models: { big: { slots: 4, service: 1s } } }';
const poisson = 'arrivals: { poisson: { rate: 1/s } }';
const batch = 'arrivals: { batch: { jobs: 9 } }';

async function warningsOf(
  workload: string,
  strategy: string,
  providers = provider,
  only: readonly string[] = [],
): Promise<readonly string[]> {
  const text = `${providers}\nworkload: { ${workload} }\nstrategies:\n  - { name: plain }\n  - { name: other, ${strategy} }\n`;
  return (await loadScenario({ text, only })).warnings;
}

const urgent = 'has no effect: every request is urgent (workload.urgent is 1)';
const whole = 'has no effect: answers come whole (workload.stream is false)';
const unread = 'has no effect: workload.expects does not say that callers read JSON';
const noBatch = 'has no effect: only a batch (workload.arrivals.batch) has jobs';
const defer = 'defer: { window: { from: "00:00", to: "08:00" } }';
const priority = 'limit: { fixed: 3, queue: { order: priority } }';

describe('a key that changes nothing is a warning with its place', () => {
  test.each<[string, string, readonly string[]]>([
    [poisson, 'checkpoint: { every: 5 }', [`scenario:5:20 strategies.1.checkpoint: ${noBatch}`]],
    [poisson, 'preset: batch', [`strategies.1.checkpoint: ${noBatch}`]],
    [poisson, 'adapt: unwrap', [`scenario:5:20 strategies.1.adapt: ${unread}`]],
    [poisson, defer, [`strategies.1.defer: ${urgent}`]],
    [poisson, priority, [`strategies.1.limit.queue.order: ${urgent}`]],
    [`${poisson}, stream: false`, 'timeout: { firstToken: 5s }', [`strategies.1.timeout.firstToken: ${whole}`]],
    [`${poisson}, stream: false`, 'route: { ordered: [big], afterFirstToken: restart }', [`strategies.1.route.afterFirstToken: ${whole}`]],
    [`${poisson}, stream: false`, 'over: { timeout: { firstToken: 5s }, name: below }', [`strategies.1.over.timeout.firstToken: ${whole}`]],
    [`${poisson}, urgent: 0.5`, 'limit: 3', ['workload.urgent: has no effect: no strategy defers what is not urgent']],
    [`${poisson}, expects: json`, 'limit: 3', ['workload.expects: has no effect: every model answers with JSON alone']],
    ['arrivals: { batch: { jobs: 9, restart: 5s } }', 'limit: 3', ['workload.arrivals.batch.restart: has no effect: no crashes:']],
  ])('%s, %s', async (workload, strategy, expected) => {
    const warnings = await warningsOf(workload, strategy);
    expect(warnings).toEqual(expected.map((text) => expect.stringContaining(text)));
    for (const warning of warnings) expect(warning).toMatch(/^scenario:\d+:\d+ /);
  });

  test('an adapter below another strategy, whoever reads JSON', async () => {
    const chatty = 'provider: { models: { big: { slots: 4, service: 1s, output: { json: chatty } } } }';
    const warnings = await warningsOf(`${poisson}, expects: json`, 'adapt: unwrap, over: { name: below, adapt: unwrap }', chatty);
    expect(warnings).toEqual([expect.stringContaining('strategies.1.over.adapt: has no effect: callers read what the strategy on top')]);
  });
});

describe('nothing is said', () => {
  test.each([
    [batch, 'checkpoint: { every: 5 }'],
    [batch, 'preset: batch'],
    [`${poisson}, urgent: 0.5`, defer],
    [`${poisson}, urgent: 0.5`, priority],
    [poisson, 'timeout: { firstToken: 5s }, route: { ordered: [big], afterFirstToken: restart }'],
    ['arrivals: { batch: { jobs: 9, crashes: [1m], restart: 5s } }', 'limit: 3'],
    // What a preset brings along.
    [`${poisson}, stream: false`, 'preset: outside-users'],
  ])('of what has an effect: %s, %s', async (workload, strategy) => {
    expect(await warningsOf(workload, strategy)).toEqual([]);
  });

  test('of a strategy that is left out', async () => {
    expect((await warningsOf(poisson, 'adapt: unwrap', provider, ['plain'])).filter((text) => text.includes('adapt'))).toEqual([]);
  });

  test('by a gateway, whose callers say what they read', async () => {
    const folder = folderWith({ 'mine.yaml': 'route: [big]\nadapt: unwrap\n' });
    expect((await openStrategy({ strategy: `${folder}/mine.yaml`, models: [] })).warnings).toEqual([]);
  });
});
