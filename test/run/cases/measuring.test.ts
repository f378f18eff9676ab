import { describe, expect, it } from 'vitest';
import type { StrategySpec } from '../../../harness/strategy/spec.ts';
import type { FaultSpec, ProviderSpec, ScriptReply } from '../../../sim/provider/spec.ts';
import { at, ends, fixedRetry, limit, model, pool, runOf, scenario, script, strategy } from '../../support/scenario.ts';

/** Faults that people reported in public about SDKs, routers, limiters and load tools, as small inputs with the right result. */

function one(replies: readonly ScriptReply[], last: ScriptReply, changes: Partial<StrategySpec>, spec: Partial<ProviderSpec> = {}) {
  return runOf(scenario({ provider: { faults: [script(['big'], replies, last)], ...spec }, strategies: [strategy('s', changes)] }));
}

const full = { refuse: 'capacity' } as const;
const limited = { refuse: 'rate_limited' } as const;

describe('measuring', () => {
  it('D2: nothing but failures, and nothing at all, have figures that are null and not NaN', () => {
    const failing = one([], full, {});
    expect(failing.fold.samples).toMatchObject({
      latencyOk: null,
      latencyFailed: { count: 1 },
      latencyWithFailures: { count: 1, mean: null, p50: null },
    });
    const empty = runOf(scenario({ workload: { arrivals: at(90_000) } }));
    expect(empty.fold.requests).toMatchObject({ offered: 0, ok: 0, failed: 0 });
    for (const fold of [failing.fold, empty.fold]) expect(JSON.stringify(fold)).not.toMatch(/NaN|Infinity|9007199254740991/);
    const numbers = (value: unknown): number[] =>
      typeof value === 'number' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbers) : [];
    for (const fold of [failing.fold, empty.fold]) expect(numbers(fold).every(Number.isFinite)).toBe(true);
  });

  it('D4: fast errors do not make answers look fast', () => {
    const times = Array.from({ length: 100 }, (_, i) => i * 100);
    const faults: FaultSpec[] = [
      {
        script: { models: ['big'], per: 'arrival', replies: times.map((_, i) => (i % 2 === 0 ? 'ok' : limited)), ['then' as const]: 'ok' },
      },
    ];
    const ran = runOf(
      scenario({
        provider: { pools: { big: pool(99) }, models: { big: model({ refuseAfter: 10 }) }, faults },
        workload: { arrivals: at(...times) },
      }),
    );
    expect(ran.fold.samples.latencyOk).toMatchObject({ count: 50, p50: 1000 });
    expect(ran.fold.samples.latencyFailed).toMatchObject({ count: 50, p50: 10 });
  });

  it('D12: what a fault hits depends on the request and the try alone: the same at any concurrency', () => {
    const hit = (slots: number): string[] => {
      const ran = runOf(
        scenario({
          provider: { pools: { big: pool(99) }, faults: [{ errors: { models: ['big'], share: 0.3, as: 'server_error' } }] },
          workload: { arrivals: at(...Array.from({ length: 100 }, (_, i) => i * 10)) },
          strategies: [strategy('s', { limit: limit(slots), retry: fixedRetry(100, 3) })],
        }),
      );
      return ran.attempts
        .filter((attempt) => attempt.class === 'server_error')
        .map((attempt) => `${attempt.entity}.${attempt.number}`)
        .toSorted();
    };
    const hits = hit(1);
    expect(hits.length).toBeGreaterThan(20);
    expect(hit(16)).toEqual(hits);
  });

  it('D15: what nobody can wake is said, and what the provider holds is in flight at the end', () => {
    const held = one([], { refuse: 'hang' }, {});
    expect(held.fold.requests.inFlightAtEnd).toBe(1);
    expect(held.output.heldAtEnd).toBe(1);
    expect(ends(held)).toEqual(['0 open/none …']);
  });
});
