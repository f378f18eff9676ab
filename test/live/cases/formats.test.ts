import { describe, expect, it } from 'vitest';
import type { StrategySpec } from '../../../harness/strategy/spec.ts';
import { dialects } from '../../../sim/dialects/registry.ts';
import { type JsonShape, jsonShapes } from '../../../sim/provider/output.ts';
import { at, fixedRetry, model, pool, provider, route, runOf, scenario, strategy } from '../../support/scenario.ts';
import { liveOf } from '../live-of.ts';

/** Five requests of callers who read JSON: `first` writes it in this shape, `second` plainly. Luck decides nothing. */
function asked(shape: JsonShape, changes: Partial<StrategySpec>, { dialect = 'openai', stream = false } = {}) {
  const fast = { service: 100, firstToken: 50 };
  return scenario({
    provider: provider({
      dialect,
      pools: { big: pool(50) },
      models: { first: model({ ...fast, output: { json: shape } }), second: model({ ...fast, output: { json: 'plain' } }) },
    }),
    workload: { model: 'first', arrivals: at(0, 100, 200, 300, 400), sizes: { input: 10, output: 40 }, stream, expects: 'json' },
    strategies: [strategy('tried', { route: route(['first', 'second']), retry: fixedRetry(10, 2), ...changes })],
    time: { length: 1000 },
  });
}

/** What became of requests and attempts, in virtual time and over HTTP. */
async function bothOf(one: ReturnType<typeof asked>) {
  const amounts = ({ requests, attempts, tokens }: ReturnType<typeof runOf>['fold']) => ({ requests, attempts, tokens });
  return { virtual: amounts(runOf(one).fold), live: amounts((await liveOf(one)).fold) };
}

describe('answers that callers read as JSON', () => {
  it.each(jsonShapes.flatMap((shape) => [undefined, 'unwrap'].map((adapt) => [shape, adapt] as const)))(
    '%s with adapt: %s come to the same over HTTP',
    async (shape, adapt) => {
      const { virtual, live } = await bothOf(asked(shape, { adapt }));
      expect(live).toEqual(virtual);
      const readable = shape === 'plain' || (adapt === 'unwrap' && shape !== 'broken');
      // The same model would write it so again: no retry, the other one answers.
      expect([live.requests.ok, live.attempts.failures.malformed, live.attempts.sent]).toEqual([5, readable ? 0 : 5, readable ? 5 : 10]);
    },
  );

  it.each(Object.keys(dialects))('%s: in streams and out of them', async (dialect) => {
    for (const stream of [false, true]) {
      const chatty = asked('chatty', { route: route(['first', 'second'], { afterFirstToken: 'restart' }) }, { dialect, stream });
      const { virtual, live } = await bothOf(chatty);
      expect(live).toEqual(virtual);
      expect([live.attempts.failures.malformed, live.attempts.ok]).toEqual([5, 5]);
    }
  });

  it('of a stream that was begun the request fails, as in virtual time', async () => {
    const { virtual, live } = await bothOf(asked('fenced', {}, { stream: true }));
    expect(live).toEqual(virtual);
    expect(live.requests.failures.malformed).toBe(5);
  });
});
