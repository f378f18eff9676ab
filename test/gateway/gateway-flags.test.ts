import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type GatewayFlags, gatewayOptions } from '../../harness/cli/gateway-flags.ts';

const two =
  'provider: { models: { m: { slots: 1 } } }\nworkload: { arrivals: { poisson: { rate: 1/s } } }\nstrategies: [ { name: x }, { name: y } ]\n';
const several = `providers: { one: { models: { m: { slots: 1 } } }, two: { models: { m: { slots: 1 } } } }
workload: { model: one/m, arrivals: { poisson: { rate: 1/s } } }
strategies: [ { name: x, route: { ordered: [one/m], floor: two/m } } ]
`;
const patient = two.replace('workload: {', 'workload: { deadline: 30s,').replace(', { name: y }', '');
const files = {
  'deadline.yaml': patient,
  'several.yaml': several,
  'two.yaml': two,
  'wrong.yaml': 'retry: { fixd: 2s }\nroute: [a]\n',
  'broken.yaml': 'busy: [open\n',
  'empty.yaml': 'busy: ""\n',
};
const folder = mkdtempSync(join(tmpdir(), 'at-capacity-flags-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
const file = (name: string) => join(folder, name);

const read = (flags: Partial<GatewayFlags>) =>
  gatewayOptions(
    {
      strategy: 'small-team',
      models: 'a,b',
      upstream: ['http://127.0.0.1:9'],
      keyEnv: [],
      host: '',
      port: '0',
      alarmAbove: '0.1',
      ...flags,
    },
    () => {},
  );

describe('what cannot be meant is refused, everything at once', () => {
  test.each<[Partial<GatewayFlags>, readonly string[]]>([
    [{ port: 'x' }, ['--port']],
    [
      { deadline: 'soon', alarmAbove: '2', keyEnv: ['NO_SUCH_KEY'], alarmWebhook: 'nowhere' },
      ['--deadline expected a duration', '--alarm-above expected a share', 'NO_SUCH_KEY is empty', '--alarm-webhook expected an address'],
    ],
    [{ models: '' }, ['does not name its models; say which the upstream has with --models']],
    [{ models: 'a,b,a' }, ['--models a is there twice']],
    [{ strategy: file('two.yaml'), models: '' }, ['has several; say which one with --only: x, y']],
    [{ strategy: file('two.yaml'), only: 'x' }, ['is a scenario, whose strategies name their models']],
    [{ only: 'x' }, ['--only small-team is one strategy']],
    [{ strategy: file('wrong.yaml'), models: '' }, ['wrong.yaml:1:10', 'retry.fixd']],
    [
      { upstream: ['http://a', 'nosuch=http://b'] },
      ['--upstream no model is at nosuch; the models, a, b, name no provider before a /: give one address without a name'],
    ],
    [
      {
        strategy: file('several.yaml'),
        models: '',
        upstream: ['http://a', 'on=http://b', 'two=http://c'],
        keyEnv: ['three=PATH', 'two=PATH'],
      },
      [
        '--upstream no model is at on; providers of the models are one, two',
        '--key-env three has no address of its own; names of --upstream are on, two',
      ],
    ],
    [{ keyEnv: ['a=PATH'] }, ['--key-env a has no address of its own; no --upstream has a name']],
    [
      { keyEnv: ['PATH', 'HOME', 'NO_SUCH_KEY'] },
      ['--key-env of those without a name there is another one: HOME', '--key-env the variable NO_SUCH_KEY is empty or not set'],
    ],
    [{ texts: file('wrong.yaml') }, ['wrong.yaml:1:1 retry: unknown key; known: switching, busy', 'wrong.yaml:2:1 route: unknown key']],
    [{ texts: file('broken.yaml') }, ['broken.yaml:2:1']],
    [{ texts: file('empty.yaml') }, ['empty.yaml:1:7 busy: ']],
    [{ texts: file('none.yaml') }, ['none.yaml no such file']],
    [{ texts: '/dev/zero' }, ['/dev/zero is larger than 1 MB']],
    [{ strategy: '/dev/zero', models: '' }, ['/dev/zero is larger than 1 MB']],
    [{ strategy: '/dev/zero' }, ['/dev/zero is larger than 1 MB']],
    [
      {
        upstream: ['http://a', 'http://b', 'p=http://a', 'p=http://b', 'http://u:p@c', 'q=http://d/?x=1'],
        anthropicUpstream: 'http://e/#x',
      },
      [
        '--upstream of those without a name there is another one: http://b',
        '--upstream of p there is another one: p=http://b',
        '--upstream expected an address without user, query and fragment: http://u:p@c',
        '--upstream expected an address without user, query and fragment: q=http://d/?x=1',
        '--anthropic-upstream expected an address without user, query and fragment: http://e/#x',
      ],
    ],
  ])('%j', async (flags, messages) => {
    const said = await read(flags).then(
      () => '',
      (error: Error) => error.message,
    );
    for (const message of messages) expect(said).toContain(message);
  });
});

test('a ready scenario is one too', async () => {
  const { options } = await read({ strategy: 'peak-day', only: 'ladder', models: '' });
  expect([options.strategy.name, options.strategy.route.ordered]).toEqual(['ladder', ['flagship', 'light', 'floor']]);
});

test('several providers have their addresses, their models and their keys', async () => {
  process.env.AT_CAPACITY_TEST_KEY = 'sk-one';
  process.env.AT_CAPACITY_TEST_OTHER = 'sk-other';
  const upstream = ['one=http://127.0.0.1:1', 'http://127.0.0.1:2'];
  const models = 'one/m,two/m';
  const { options } = await read({ models, upstream, keyEnv: ['one=AT_CAPACITY_TEST_KEY'] });
  const told = (target: string) => [options.upstream(target, 'openai'), options.modelOf(target), options.keyOf?.(target)];
  expect(told('one/m')).toEqual(['http://127.0.0.1:1', 'm', 'sk-one']);
  // Without a name of its own it is a model with a stroke in its name.
  expect(told('two/m')).toEqual(['http://127.0.0.1:2', 'two/m', undefined]);
  const both = await read({ models, upstream, keyEnv: ['AT_CAPACITY_TEST_OTHER', 'one=AT_CAPACITY_TEST_KEY'] });
  expect([both.options.keyOf?.('one/m'), both.options.keyOf?.('two/m')]).toEqual(['sk-one', 'sk-other']);
});

test.each([
  [undefined, 30_000],
  ['5s', 5000],
])('a scenario says how long callers wait, where --deadline does not (%s)', async (deadline, ms) => {
  const { options } = await read({ strategy: file('deadline.yaml'), models: '', ...(deadline && { deadline }) });
  expect(options.deadlineMs).toBe(ms);
});
