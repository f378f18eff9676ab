import { describe, expect, it } from 'vitest';
import type { HedgeSpec, StrategySpec } from '../../harness/strategy/spec.ts';
import type { ScriptReply } from '../../sim/provider/spec.ts';
import {
  at,
  ends,
  fixedRetry,
  limit,
  model,
  paced,
  pool,
  type Ran,
  runOf,
  type ScenarioParts,
  scenario,
  script,
  story,
  strategy,
} from '../support/scenario.ts';

const refuse = { refuse: 'capacity' } as const;
const hang = { refuse: 'hang' } as const;

function delayed(delay: number, changes: Partial<HedgeSpec> = {}): HedgeSpec {
  return { rule: { delay }, copies: 1, budget: 'unlimited', ...changes };
}

/** One model with service of 1 s and slots enough; the sends of a request meet these replies, and all later ones succeed. */
function hedged(hedge: HedgeSpec, replies: readonly ScriptReply[], more: Partial<StrategySpec> = {}, parts: ScenarioParts = {}): Ran {
  const provider = { pools: { big: pool(10) }, models: { big: model() }, faults: [script(['big'], replies)], ...parts.provider };
  const workload = { stream: false, arrivals: at(0), ...parts.workload };
  return runOf(scenario({ ...parts, provider, workload, strategies: [strategy('a', { hedge, ...more })] }));
}

describe('a hedge', () => {
  it('sends an attempt once more when it takes long; the first to answer wins and the other is cancelled', () => {
    const ran = hedged(delayed(2000), [{ slow: 5 }]);
    expect(story(ran)).toEqual(['0 big@0→3 cancelled', '0 big@2→3 ok']);
    expect(ends(ran)).toEqual(['0 ok/none 3']);
    expect(ran.attempts.map(({ reason, waitMs }) => [reason, waitMs])).toEqual([
      ['hedge-lost', 0],
      ['answered', 0],
    ]);
    expect(ran.requests[0]).toMatchObject({ attempts: 2, tokens: 4, backoffMs: 0, queueWaitMs: 0 });
  });

  it('keeps the first send where that one is quicker after all', () => {
    const ran = hedged(delayed(2000), [{ slow: 2.5 }, { slow: 9 }]);
    expect(story(ran)).toEqual(['0 big@0→2.5 ok', '0 big@2→2.5 cancelled']);
  });

  it('does nothing for an attempt that is answered by then, at that very instant too', () => {
    expect(story(hedged(delayed(1000), []))).toEqual(['0 big@0→1 ok']);
    const streams = { provider: { models: { big: paced(500, 100) }, pools: { big: pool(10) } }, workload: { stream: true } };
    // The first token after 500 ms, the end after 900 ms.
    expect(story(hedged(delayed(500), [], {}, streams))).toEqual(['0 big@0→0.9 ok']);
    expect(story(hedged(delayed(499), [], {}, streams))).toEqual(['0 big@0→0.9 ok', '0 big@0.499→0.5 cancelled']);
  });

  it('takes the first token of a stream for the answer, whatever comes of it', () => {
    const world = { provider: { models: { big: paced(3000, 100) }, pools: { big: pool(10) } }, workload: { stream: true } };
    // First token at 3 s; the copy's would come at 1 + 3 s, and the second token never comes.
    const ran = hedged(
      delayed(1000),
      [{ cut: 1 }],
      {},
      { ...world, provider: { ...world.provider, faults: [script(['big'], [{ cut: 1 }])] } },
    );
    expect(story(ran)).toEqual(['0 big@0→3 truncated', '0 big@1→3 cancelled']);
    expect(ends(ran)).toEqual(['0 truncated/hard 3']);
  });

  it('ends a copy that is refused alone, and fails with the last of them', () => {
    expect(story(hedged(delayed(2000), [{ slow: 5 }, refuse]))).toEqual(['0 big@0→5 ok', '0 big@2→2 capacity']);
    const slow = {
      provider: { models: { big: model({ refuseAfter: 3000 }) }, pools: { big: pool(10) }, faults: [script(['big'], [refuse, refuse])] },
    };
    const ran = hedged(delayed(2000), [], { retry: fixedRetry(1000, 2) }, slow);
    // The second try is the third send: it meets the third reply.
    expect(story(ran)).toEqual(['0 big@0→3 capacity', '0 big@2→5 capacity', '0 big@6→7 ok']);
    expect(ends(ran)).toEqual(['0 ok/none 7']);
  });

  it('does not outlive a refusal that comes first', () => {
    expect(story(hedged(delayed(2000), [refuse]))).toEqual(['0 big@0→0 capacity']);
  });

  it('sends no more than so many copies, each that long after the last', () => {
    const ran = hedged(delayed(1000, { copies: 2 }), [hang, hang, hang], { timeout: { attempt: 4500 } });
    expect(story(ran)).toEqual(['0 big@0→4.5 timeout', '0 big@1→4.5 cancelled', '0 big@2→4.5 cancelled']);
    expect(ran.attempts.map(({ reason }) => reason)).toEqual(['attempt', 'timeout', 'timeout']);
  });

  it('ends with its request: at the deadline, all copies at once', () => {
    const ran = hedged(delayed(1000), [hang, hang], {}, { workload: { deadline: 2500 } });
    expect(story(ran)).toEqual(['0 big@0→2.5 cancelled', '0 big@1→2.5 cancelled']);
    expect(ends(ran)).toEqual(['0 deadline/deadline 2.5']);
  });

  it('keeps to its budget over all requests', () => {
    const arrivals = at(...Array.from({ length: 40 }, (_, i) => i * 10_000));
    const ran = hedged(delayed(2000, { budget: 0.1 }), [{ slow: 5 }], {}, { workload: { arrivals }, time: { length: 400_000 } });
    // One at the start and one for every ten attempts, each of which would have liked a copy.
    expect(ran.attempts).toHaveLength(40 + 1 + 4);
  });
});

describe('a copy', () => {
  it('takes a permit when one is free at once, and gives it back when the first of the two ends', () => {
    const two = hedged(delayed(2000), [{ slow: 5 }], { limit: limit(2) }, { workload: { arrivals: at(0, 2500) } });
    expect(story(two)).toEqual(['0 big@0→3 cancelled', '0 big@2→3 ok', '1 big@3→6 cancelled', '1 big@5→6 ok']);
    expect(two.requests[1]).toMatchObject({ queueWaitMs: 500 });
  });

  it('is not sent when none is free', () => {
    expect(story(hedged(delayed(2000), [{ slow: 5 }], { limit: limit(1) }))).toEqual(['0 big@0→5 ok']);
  });

  it('is not sent before its turn in the pace', () => {
    const pace = (requests: number) => ({ rule: { 'token-bucket': { requests, burst: 1, tokenBurst: 1 } }, per: 'client' as const });
    expect(story(hedged(delayed(2000), [{ slow: 5 }], { pace: pace(0.5) }))).toEqual(['0 big@0→3 cancelled', '0 big@2→3 ok']);
    expect(story(hedged(delayed(2000), [{ slow: 5 }], { pace: pace(0.4) }))).toEqual(['0 big@0→5 ok']);
  });

  it.each([
    ['release', 'ok'],
    ['finish', 'capacity'],
  ] as const)('that lost: a provider with onCancel %s', (onCancel, next) => {
    const provider = {
      models: { big: model({ onCancel }) },
      pools: { big: pool(2) },
      faults: [{ slow: { share: 1, factor: 5, from: { offset: 0 }, for: 1000 } }],
    };
    // Both slots are taken by the two copies until 3 s; two more requests come at that instant.
    const ran = hedged(
      delayed(2000),
      [],
      {},
      {
        provider,
        workload: { arrivals: at(0, 3000, 3000) },
      },
    );
    expect(story(ran).slice(0, 2)).toEqual(['0 big@0→3 cancelled', '0 big@2→3 ok']);
    expect(ran.requests.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', next]);
  });

  it('that lost is paid for, and its tokens are waste', () => {
    const usd = { usdPerMillion: { input: 0, output: 1e6 } };
    const world = { provider: { models: { big: paced(1000, 1000, usd) }, pools: { big: pool(10) } }, workload: { stream: true } };
    // Ten times slower: at 3 s, when the copy's first token comes, the first send has produced none.
    const early = hedged(delayed(2000), [], {}, { ...world, provider: { ...world.provider, faults: [script(['big'], [{ slow: 10 }])] } });
    expect(story(early)).toEqual(['0 big@0→3 cancelled', '0 big@2→7 ok']);
    expect(early.fold.tokens).toMatchObject({ delivered: 4, wasted: 0 });
    // Plain answers: the copy ends at 2 + 5 s; the first send, twice as slow, has produced tokens at 2, 4 and 6 s.
    const late = hedged(
      delayed(2000),
      [],
      {},
      { ...world, workload: { stream: false }, provider: { ...world.provider, faults: [script(['big'], [{ slow: 2 }])] } },
    );
    expect(story(late)).toEqual(['0 big@0→7 cancelled', '0 big@2→7 ok']);
    expect(late.fold.tokens).toMatchObject({ delivered: 4, wasted: 3 });
  });
});
