import { describe, expect, test } from 'vitest';
import { applySets } from '../../harness/scenario/sets.ts';

const file = {
  seed: 1,
  provider: { models: { 'gpt-4.1': { slots: 8 }, big: { slots: 8 } } },
  strategies: [{ name: 'naive' }, { preset: 'hammer' }, { file: './My strategy.yaml' }, { name: 'v1.5', route: ['a', 'b'] }],
};

describe('--set', () => {
  test.each<[string, (value: typeof file) => unknown, unknown]>([
    ['seed=9', (value) => value.seed, 9],
    ['provider.models.big.slots=20', (value) => value.provider.models.big.slots, 20],
    ['provider.models.gpt-4.1.slots=20', (value) => value.provider.models['gpt-4.1'].slots, 20],
    ['provider.models."gpt-4.1".slots=20', (value) => value.provider.models['gpt-4.1'].slots, 20],
    ['strategies.0.limit=3', (value) => value.strategies[0], { name: 'naive', limit: 3 }],
    ['strategies.hammer.limit=3', (value) => value.strategies[1], { preset: 'hammer', limit: 3 }],
    ['strategies.my-strategy.limit=3', (value) => value.strategies[2], { file: './My strategy.yaml', limit: 3 }],
    ['strategies.v1.5.route.1=c', (value) => value.strategies[3], { name: 'v1.5', route: ['a', 'c'] }],
    ['strategies.naive.timeout.idle=5s', (value) => value.strategies[0], { name: 'naive', timeout: { idle: '5s' } }],
    ['workload.sizes={ input: 5, output: 6 }', (value) => (value as { workload?: unknown }).workload, { sizes: { input: 5, output: 6 } }],
    ['name=a=b', (value) => (value as { name?: unknown }).name, 'a=b'],
    ['seed=', (value) => value.seed, null],
  ])('%s', (set, read, expected) => {
    const { value, problems, edits } = applySets(file, [set]);
    expect(problems).toEqual([]);
    expect(read(value as typeof file)).toEqual(expected);
    expect(edits).toMatchObject([{ option: `--set ${set}` }]);
  });

  test.each([
    ['seed', 'expected key=value'],
    ['=3', 'expected key=value'],
    ['a..b=3', 'expected key=value'],
    ['strategies.naiv.limit=3', 'expected a name or position in the list, found naiv; did you mean naive?'],
    ['strategies.4.limit=3', 'expected a position from 0 to 3, found 4'],
    ['seed=[1', 'not YAML'],
    ['seed=*x', 'no anchor &x stands above this alias'],
    ['seed=&x [*x]', 'anchor &x holds itself'],
    ['seed={ a: 1, a: 2 }', 'duplicate key a'],
    ['seed=!!set { a }', 'a value with the tag !!set cannot be used'],
    ['seed=!!js/function a', 'not YAML: unresolved tag'],
    [`seed=${'['.repeat(5000)}${']'.repeat(5000)}`, 'nested too deeply'],
    ['__proto__.x=1', 'this name cannot be used as a key'],
  ])('%s is refused, naming the option', (set, message) => {
    const { value, problems } = applySets(file, [set]);
    expect(value).toBe(file);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.file).toBe(`--set ${set}`);
    expect(problems[0]?.message).toContain(message);
  });

  test('a later one sees what an earlier one did, and the file itself stays as it was', () => {
    const before = JSON.stringify(file);
    const { value } = applySets(file, ['strategies.naive.name=first', 'strategies.first.limit=2']);
    expect((value as typeof file).strategies[0]).toEqual({ name: 'first', limit: 2 });
    expect(JSON.stringify(file)).toBe(before);
  });
});
