import { expect, test } from 'vitest';
import { createPastCalls } from '../../../harness/foreign/run/past-calls.ts';
import { runScenario } from '../../../harness/run/run.ts';
import { Ticket } from '../../../harness/run/ticket.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';

test('a request that is over is known by its numbers', () => {
  const past = createPastCalls();
  const tickets = [0, 7, 5000].map(
    (entity) =>
      new Ticket(entity, { input: 11, output: 22, maxTokens: 33 }, entity === 7, entity * 1000, entity % 3, entity > 0, undefined),
  );
  for (const ticket of tickets) {
    ticket.attempts = 4;
    past.keep(ticket, ticket.arrivedAt);
  }
  for (const ticket of tickets) expect(past.find(ticket.entity)).toEqual({ ticket, settledAt: ticket.arrivedAt });
  expect([1, 4999, 5001, 2 ** 31].map((entity) => past.find(entity))).toEqual([undefined, undefined, undefined, undefined]);
});

test('code that goes on after its answers has every attempt counted, as its own', async () => {
  const code = packagePath('test', 'foreign', 'run', 'fixtures', 'goes-on.mjs');
  const scenario = {
    time: { length: '1m', drain: '1m' },
    replications: 1,
    provider: { models: { big: { slots: 1000, service: '1s' } } },
    workload: { arrivals: { at: ['1s', '2s', '3s'] }, stream: false },
    strategies: [{ name: 'goes-on', code }],
  };
  const { scenario: loaded } = await loadScenario({ text: JSON.stringify(scenario) });
  const { strategies } = await runScenario(loaded, { workers: 0 });
  const { failure, replications, conduct } = strategies[0] ?? {};
  expect(failure).toBeNull();
  expect(replications?.[0]).toMatchObject({ requests: { offered: 3, ok: 3 }, attempts: { sent: 9, firstSent: 3, ok: 9 } });
  expect(conduct?.find(({ finding }) => finding === 'after-end')).toMatchObject({ verdict: 'bad', count: 3, of: 3 });
});
