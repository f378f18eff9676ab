import { expect, it } from 'vitest';
import { dialects } from '../../../sim/dialects/registry.ts';
import { at, model, provider, retry, route, runOf, scenario, script, strategy } from '../../support/scenario.ts';
import { liveOf, sends } from '../live-of.ts';

/** Refuses the first send of each request. */
const full = (dialect: string) =>
  provider({ dialect, models: { big: model({ service: 100, firstToken: 50 }) }, faults: [script(['big'], [{ refuse: 'capacity' }])] });
const well = (dialect: string) => provider({ dialect, models: { big: model({ service: 100, firstToken: 50 }) } });

it.each(Object.keys(dialects))('M18: a route goes from openai to %s, and from there back to openai', async (other) => {
  for (const [first, second] of [
    ['openai', other],
    [other, 'openai'],
  ] as const) {
    const one = scenario({
      providers: { a: full(first), b: well(second) },
      workload: { model: 'a/big', arrivals: at(0), stream: true },
      strategies: [strategy('s', { route: route(['a/big', 'b/big']), retry: retry({ attempts: 1 }) })],
    });
    const expected = ['0 a/big capacity', '0 b/big ok'];
    const simulated = runOf(one);
    expect(simulated.attempts.map(({ entity, target, class: outcome }) => `${entity} ${target} ${outcome}`)).toEqual(expected);
    const live = await liveOf(one);
    expect(sends(live)).toEqual(expected);
    expect(live.requests[0]).toMatchObject({ outcome: 'ok', target: 'b/big', tokens: simulated.requests[0]?.tokens });
  }
});
