import { expect, test } from 'vitest';
import { optionRows } from '../../harness/cli/option-rows.ts';
import { limits } from '../../harness/strategy/limit/registry.ts';
import { queues } from '../../harness/strategy/queue/registry.ts';

test('defaults are shown as one would write them, durations with their unit', () => {
  const fallbacks = (schema: Parameters<typeof optionRows>[0]) =>
    Object.fromEntries(optionRows(schema).map((row) => [row.name, row.fallback]));
  expect(fallbacks(limits.gradient.options)).toMatchObject({ window: '10s', remeasure: '10m', samples: '50', buffer: '0.25' });
  expect(fallbacks(queues.lifo.options)).toEqual({ after: '1s' });
  expect(fallbacks(limits.aimd.options)).toMatchObject({ step: 'round-trip', max: undefined });
});
