import { describe, expect, test } from 'vitest';
import { type JsonShape, jsonShapes } from '../../../sim/provider/output.ts';
import { ends, fixedRetry, model, provider, route, runOf, scenario, strategy } from '../../support/scenario.ts';

const plain = { workload: { stream: false, expects: 'json' as const } };

function endOf(json: JsonShape, changes: Parameters<typeof strategy>[1], parts: Partial<Parameters<typeof scenario>[0]> = plain) {
  const one = provider({ models: { big: { ...model(), output: { json } }, other: { ...model(), output: { json: 'plain' as const } } } });
  return ends(runOf(scenario({ provider: one, strategies: [strategy('s', changes)], ...parts })))[0];
}

describe('callers that expect JSON', () => {
  test.each(jsonShapes)('%s: as it comes, and with unwrap', (shape) => {
    expect(endOf(shape, {})).toBe(shape === 'plain' ? '0 ok/none 1' : '0 malformed/hard 1');
    expect(endOf(shape, { adapt: 'unwrap' })).toBe(shape === 'broken' ? '0 malformed/hard 1' : '0 ok/none 1');
  });

  test('a plain reply that cannot be read goes on to another target, not to the same one again; of a stream it ends there', () => {
    const changes = { route: route(['big', 'other']), retry: fixedRetry(1000, 3) };
    expect(endOf('fenced', changes)).toBe('0 ok/none 2');
    expect(endOf('fenced', changes, { workload: { stream: true, expects: 'json' } })).toBe('0 malformed/hard 1');
    expect(endOf('fenced', { ...changes, adapt: 'unwrap' })).toBe('0 ok/none 1');
  });

  test('any text will do where they do not say so', () => {
    expect(endOf('broken', {}, { workload: { stream: false } })).toBe('0 ok/none 1');
  });
});
