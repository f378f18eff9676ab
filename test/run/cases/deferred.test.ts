import { describe, expect, test } from 'vitest';
import { at, ends, pool, provider, runOf, scenario, story, strategy } from '../../support/scenario.ts';

const hourMs = 3_600_000;
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** From 06:00 to 06:01, six hours after the start. */
const morning = strategy('morning', { defer: { window: { days: everyDay, from: 360, to: 361 } } });
const time = { length: 12 * hourMs };

function dayWith(urgent: number, deadline?: number) {
  return scenario({
    provider: provider({ pools: { big: pool(5) } }),
    workload: { arrivals: at(0, 1000, 6 * hourMs + 5000, 7 * hourMs), urgent, ...(deadline !== undefined && { deadline }) },
    strategies: [morning],
    time,
  });
}

describe('deferred requests', () => {
  test('urgent ones are sent as they come', () => {
    expect(runOf(dayWith(1)).attempts.map(({ sentMs }) => sentMs)).toEqual([0, 1000, 6 * hourMs + 5000, 7 * hourMs]);
  });

  test('others are sent inside the window, those that come in it at once, even after the end of the run', () => {
    const { attempts, requests, fold } = runOf(dayWith(0));
    const sent = [0, 1, 2, 3].map((entity) => attempts.find((one) => one.entity === entity)?.sentMs ?? -1);
    for (const entity of [0, 1]) {
      expect(sent[entity]).toBeGreaterThan(6 * hourMs);
      expect(sent[entity]).toBeLessThan(6 * hourMs + 60_000);
    }
    expect(sent[2]).toBe(6 * hourMs + 5000);
    // The next morning.
    expect(sent[3]).toBeGreaterThan(30 * hourMs);
    expect(sent[3]).toBeLessThan(30 * hourMs + 60_000);
    expect(requests.map(({ urgent }) => urgent)).toEqual([false, false, false, false]);
    expect(fold.samples.deferMs).toMatchObject({ count: 3 });
  });

  test('latency and deadline count from when a request is taken up; the time it was held is told apart', () => {
    const ran = runOf(dayWith(0, 1500));
    expect(ends(ran)).toEqual(['0 ok/none 1', '1 ok/none 1', '2 ok/none 1', '3 ok/none 1']);
    expect(ran.fold.requests.good).toBe(4);
    for (const { arrivedMs, deferMs, latencyMs, outcome } of ran.requests) {
      expect(outcome).toBe('ok');
      const sent = ran.attempts.find(({ sentMs }) => sentMs === arrivedMs + deferMs);
      expect(sent?.endedMs).toBe(arrivedMs + deferMs + (latencyMs ?? 0));
    }
  });

  test('a share of the requests is urgent, the same ones for every strategy', () => {
    const many = Array.from({ length: 400 }, (_, i) => i * 100);
    const day = scenario({
      provider: provider({ pools: { big: pool(400) } }),
      workload: { arrivals: at(...many), urgent: 0.25 },
      strategies: [strategy('plain'), morning],
      time,
    });
    const [plain, deferred] = [runOf(day, 0), runOf(day, 1)];
    expect(plain.requests.map(({ urgent }) => urgent)).toEqual(deferred.requests.map(({ urgent }) => urgent));
    const urgent = plain.requests.filter((request) => request.urgent);
    // 400 draws of 0.25: mean 100, standard deviation 8.7; four of these either way.
    expect(urgent.length).toBeGreaterThan(65);
    expect(urgent.length).toBeLessThan(135);
    const storyOf = (ran: typeof plain) => story({ ...ran, attempts: ran.attempts.filter(({ entity }) => plain.requests[entity]?.urgent) });
    expect(storyOf(deferred)).toEqual(storyOf(plain));
  });
});
