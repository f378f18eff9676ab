import { describe, expect, test } from 'vitest';
import type { BudgetSpec, StrategySpec } from '../../harness/strategy/spec.ts';
import type { ScriptReply } from '../../sim/provider/spec.ts';
import { vectors } from '../strategy/budget/vectors.ts';
import { at, ends, fixedRetry, pool, provider, runOf, scenario, strategy } from '../support/scenario.ts';

const broken: ScriptReply = { refuse: 'server_error' };
const refused: ScriptReply = { refuse: 'client_error' };

/** Requests at these times against a provider whose n-th call meets the n-th reply. */
function ran(
  replies: readonly ScriptReply[],
  times: readonly number[],
  changes: Partial<StrategySpec>,
  more: { clients?: number; deadline?: number } = {},
) {
  const { clients = 1, deadline } = more;
  return runOf(
    scenario({
      provider: provider({
        pools: { big: pool(9) },
        faults: [{ script: { models: ['big'], per: 'arrival', replies, ['then' as const]: 'ok' } }],
      }),
      workload: { clients, arrivals: at(...times), ...(deadline !== undefined && { deadline }) },
      time: { length: 1_000_000 },
      strategies: [strategy('s', changes)],
    }),
  );
}

/** How each request ended and the index of its last call, when requests come one after the other. */
function lastCalls({ requests, attempts }: ReturnType<typeof ran>): string[] {
  return requests.map(({ entity, outcome }) => `${outcome} ${attempts.findLastIndex((one) => one.entity === entity)}`);
}

const apart = (count: number): number[] => Array.from({ length: count }, (_, i) => 20_000 * i);
const budget = (rule: BudgetSpec['rule'], per: BudgetSpec['per'] = 'client'): { budget: BudgetSpec } => ({ budget: { rule, per } });

describe('gRPC', () => {
  test('TestRetryThrottling, through the client', () => {
    const { answered, options, attempts, requests } = vectors.grpc;
    const replies = Array.from({ length: 19 }, (_, call) => (answered.includes(call) ? 'ok' : broken));
    const found = ran(replies, apart(requests.length), { retry: fixedRetry(10, attempts), ...budget({ grpc: options }) });
    expect(lastCalls(found)).toEqual(requests.map(({ code, last }) => `${code === 'OK' ? 'ok' : 'server_error'} ${last}`));
    expect(found.requests.map(({ gaveUpBy }) => gaveUpBy)).toEqual(requests.map(({ code }) => (code === 'OK' ? 'none' : 'budget')));
  });

  // grpc-go, TestRetryUnary: 4 attempts, no throttling; INTERNAL is not retried.
  test('TestRetryUnary, through the client', () => {
    const replies = Array.from({ length: 16 }, (_, call) =>
      [0, 2, 5].includes(call) ? 'ok' : [6, 8, 11].includes(call) ? refused : broken,
    );
    expect(lastCalls(ran(replies, apart(7), { retry: fixedRetry(10, 4) }))).toEqual([
      ...['ok 0', 'ok 2', 'ok 5'],
      ...['client_error 6', 'client_error 8', 'client_error 11', 'server_error 15'],
    ]);
  });
});

test('per: fleet is one budget for all clients, per: client one for each', () => {
  const four = [broken, broken, broken, broken];
  const bucket = { bucket: { size: 2, credit: 0, on: 'request' } };
  const sent = (per: BudgetSpec['per']): number =>
    ran(four, [0, 20_000], { retry: fixedRetry(10, 3), ...budget(bucket, per) }, { clients: 2 }).attempts.length;
  expect([sent('client'), sent('fleet')]).toEqual([4, 3]);
});

test('a wait that the deadline ends gives back what it took', () => {
  const one = { concurrent: { share: 0, min: 1 } };
  // The first waits for 10 s and is gone after one; the second finds the one retry free, and the third, meanwhile, does not.
  const found = ran([broken, broken, broken], [0, 2000, 2100], { retry: fixedRetry(10_000, 2), ...budget(one) }, { deadline: 1000 });
  expect(ends(found)).toEqual(['0 deadline/deadline 1', '1 deadline/deadline 1', '2 server_error/budget 0']);
});

test('client-side throttling refuses first attempts, which then are shed', () => {
  const times = Array.from({ length: 400 }, (_, i) => 100 * i);
  const found = ran(
    Array.from({ length: 400 }, () => broken),
    times,
    budget({ sre: { k: 2, window: 120_000 } }),
  );
  const shed = found.requests.filter(({ outcome, gaveUpBy }) => outcome === 'shed' && gaveUpBy === 'budget').length;
  expect(found.attempts.length + shed).toBe(400);
  // Nothing gets through: of n requests one in n + 1 is sent, about ln 400 + 1 of them in all.
  expect(found.attempts.length).toBeGreaterThanOrEqual(2);
  expect(found.attempts.length).toBeLessThanOrEqual(20);
});
