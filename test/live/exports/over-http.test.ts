import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exporters } from '../../../harness/export/registry.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import type { Scenario } from '../../../harness/scenario/scenario.ts';
import { startProvider } from '../../../harness/testing/start-provider.ts';
import type { RawAttempt } from '../../../reports/result/raw.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { type ExportTarget, removeClients } from '../../export/client-of.ts';
import { clientModule } from '../../server/clients.ts';
import { runOf } from '../../support/scenario.ts';
import { liveOf } from '../live-of.ts';
import { callerOf } from './callers.ts';
import { type Conversation, conversations } from './conversations.ts';

/**
 * What is exported against a server over HTTP, beside the strategy that it came from: in virtual time, and run by our own
 * client against an equal server.
 */

/** One attempt as whoever saw it tells it; times in ms by one clock. */
interface Seen {
  readonly what: string;
  readonly sentMs: number;
  readonly endedMs: number;
}

/** A timer of Node's may fire so much early, and clocks count whole ms. */
const earlyMs = 2;
/** A machine with other work may be so late; beyond that the test is run again. What is exact is the virtual world's to say. */
const lateMs = 2000;

beforeAll(async () => {
  await clientModule('openai', 'index.mjs', packagePath('examples', 'clients'));
  // Reading the packages stops this thread, and with it every wait: it is done before the first.
  const [first] = conversations;
  if (first === undefined) throw new Error('no conversation');
  const { scenario } = await loadScenario({ text: JSON.stringify(written(first)) });
  for (const target of first.targets) {
    await callerOf(target, textOf(scenario, target), { baseURL: '', fetch, stream: false, heard: [] });
  }
});
afterAll(removeClients);

function written({ strategy, replies, requests = 1, stream = false }: Conversation): object {
  const model = { slots: 50, firstToken: '5ms', tokensPerSecond: 200, refuseAfter: '0ms' };
  return {
    time: { length: '10s' },
    replications: 1,
    provider: {
      network: { rtt: '0ms' },
      models: { big: model, small: model, floor: model },
      faults: Object.entries(replies).map(([name, list]) => ({ script: { models: [name], per: 'arrival', replies: list } })),
    },
    workload: { arrivals: { at: Array.from({ length: requests }, () => '0s') }, sizes: { input: 5, output: 4 }, stream },
    strategies: [{ name: 'original', ...strategy }],
  };
}

function textOf({ strategies: [spec] }: Scenario, target: ExportTarget): string {
  if (spec === undefined) throw new Error('no strategy');
  return exporters[target].write(spec).text;
}

const statusOf = (status: number | null): string => (status === null ? '-' : `${status}`);

function seenByUs(attempts: readonly RawAttempt[]): readonly Seen[] {
  return attempts.map(({ target, status, class: outcome, sentMs, endedMs }) => ({
    what: `${target} ${statusOf(status)} ${outcome}`,
    sentMs,
    endedMs: endedMs ?? Number.NaN,
  }));
}

/** A fetch that notes when each attempt was sent and when its head, or its failure, was there. */
function noting(seen: Seen[]): typeof fetch {
  return async (input, init) => {
    const { model } = JSON.parse(String(init?.body)) as { readonly model: string };
    const sentMs = performance.now();
    const note = (status: number | null): number => seen.push({ what: `${model} ${statusOf(status)}`, sentMs, endedMs: performance.now() });
    try {
      const response = await fetch(input, init);
      note(response.status);
      return response;
    } catch (error) {
      note(null);
      throw error;
    }
  };
}

/** What an export sent, what the server saw of it, and what the export said of each attempt. */
async function exported(scenario: Scenario, target: ExportTarget, conversation: Conversation) {
  const { requests = 1, stream = false } = conversation;
  await using provider = await startProvider(written(conversation));
  const [sent, heard]: [Seen[], string[]] = [[], []];
  const call = { baseURL: provider.baseUrl(), fetch: noting(sent), stream, heard };
  const ask = await callerOf(target, textOf(scenario, target), call);
  await Promise.allSettled(Array.from({ length: requests }, ask));
  // The server hears a little later that a caller has left.
  for (let looks = 0; (await provider.state()).requests.open > 0 && looks < 1000; looks++)
    await new Promise((resolve) => setTimeout(resolve, 5));
  const { entries } = await provider.journal();
  const received = entries.toSorted((a, b) => a.receivedMs - b.receivedMs).map(({ model, status }) => `${model} ${statusOf(status)}`);
  return { sent: sent.toSorted((a, b) => a.sentMs - b.sentMs), received, heard };
}

function expectWaits(seen: readonly Seen[], { waits }: Conversation): void {
  for (const [index, [from, ms]] of waits.entries()) {
    const waited = (seen[index + 1]?.sentMs ?? Number.NaN) - (seen[from]?.endedMs ?? Number.NaN);
    expect(waited, `wait before attempt ${index + 2}`).toBeGreaterThanOrEqual(ms - earlyMs);
    expect(waited, `wait before attempt ${index + 2}`).toBeLessThan(ms + lateMs);
  }
}

describe.each(conversations.map((one) => [one.name, one] as const))('%s', (_name, conversation) => {
  const { sends, waits, targets } = conversation;
  const loaded = loadScenario({ text: JSON.stringify(written(conversation)) });
  const whats = (seen: readonly Seen[]): readonly string[] => seen.map(({ what }) => what);

  test('in virtual time, to the microsecond', async () => {
    const { scenario } = await loaded;
    const seen = seenByUs(runOf(scenario).attempts);
    expect(whats(seen)).toEqual(sends);
    const waited = waits.map(([from], index) => (seen[index + 1]?.sentMs ?? 0) - (seen[from]?.endedMs ?? 0));
    for (const [index, [, ms]] of waits.entries()) expect(waited[index]).toBeCloseTo(ms, 3);
  });

  test.concurrent('our own client over HTTP', async () => {
    const { scenario } = await loaded;
    const seen = seenByUs((await liveOf(scenario, { timeScale: 1 })).attempts);
    expect(whats(seen)).toEqual(sends);
    expectWaits(seen, conversation);
  });

  test.concurrent.for(targets)('%s over HTTP', async (target) => {
    const { scenario } = await loaded;
    const { sent, received, heard } = await exported(scenario, target, conversation);
    const expected = sends.map((send) => send.split(' ').slice(0, 2).join(' '));
    expect(received).toEqual(expected);
    expect(whats(sent)).toEqual(expected);
    expectWaits(sent, conversation);
    // Client libraries keep to themselves what they take a failure for.
    if (heard.length > 0) expect(heard).toEqual(sends.map((send) => `${send.split(' ')[0]} ${send.split(' ')[2]}`));
  });
});
