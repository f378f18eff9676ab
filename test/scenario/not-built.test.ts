import { describe, expect, test } from 'vitest';
import { isLaterKey } from '../../harness/scenario/not-built.ts';
import { keyCases } from './key-cases.ts';
import { linesFor } from './problems.ts';

const whole = {
  provider: 'provider: { models: { "big-1.5": { slots: 8, service: 1s } } }',
  workload: 'workload: { arrivals: { poisson: { rate: 7/s } } }',
  strategies: 'strategies: [ { name: a } ]',
};

function linesOf(changed: Partial<Record<keyof typeof whole | 'more', string>>): Promise<readonly string[]> {
  const { more = '', ...lines } = { ...whole, ...changed };
  return linesFor([lines.provider, lines.workload, lines.strategies, more].join('\n'));
}

describe('what the grammar will have is refused as such, once, where it stands', () => {
  test.each(['tune'])('%s: at the top', async (key) =>
    expect(await linesOf({ more: `${key}: { on: [auth] }` })).toEqual([`scenario:4:1 ${key}: ${key} is not built yet`]),
  );
});

test('nothing that is built is said not to be', () => {
  for (const { path } of keyCases().cases) {
    expect(isLaterKey(path.slice(0, -1), String(path.at(-1))), path.join('.')).toBe(false);
  }
});
