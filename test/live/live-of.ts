import { foldReplication, type ReplicationOutput } from '../../harness/run/fold-replication.ts';
import { type FinishedLive, LiveRun } from '../../harness/run/live/live-run.ts';
import type { LiveOptions } from '../../harness/run/live/options.ts';
import { SharedStart } from '../../harness/run/live/scaled-time.ts';
import { createServedWorld } from '../../harness/run/live/served-world.ts';
import type { ServerBooks } from '../../harness/run/live/server-messages.ts';
import type { Scenario } from '../../harness/scenario/scenario.ts';
import type { RawAttempt, RawRequest } from '../../reports/result/raw.ts';

/** What a live run came to. */
export interface RanLive {
  readonly output: ReplicationOutput;
  readonly fold: ReplicationOutput['fold'];
  readonly finished: FinishedLive;
  /** In order of entity. */
  readonly requests: readonly RawRequest[];
  /** In order of sending. */
  readonly attempts: readonly RawAttempt[];
  readonly books: ServerBooks;
}

interface LiveOf {
  readonly timeScale?: number;
  readonly connections?: number;
  readonly strategyIndex?: number;
  readonly replication?: number;
  readonly checkpoint?: LiveOptions['checkpoint'];
}

/** Runs one strategy in real time against a server in this thread; broken identities are thrown. */
export async function liveOf(
  one: Scenario,
  { timeScale = 20, connections = 100, strategyIndex = 0, replication = 0, checkpoint }: LiveOf = {},
): Promise<RanLive> {
  const live: LiveOptions = { timeScale, connections, providers: one.providers, servePort: 0, checkpoint };
  const start = new SharedStart();
  const job = { scenario: one, strategyIndex, replication, raw: true };
  const run = new LiveRun({ job, modules: new Map(), live, start, signal: undefined, tell: undefined });
  const { providers } = one;
  const served = createServedWorld({
    scenario: one,
    providers,
    replication,
    targets: run.targets,
    port: 0,
    timeScale,
    start: start.buffer,
  });
  try {
    await run.run(await served.server.listen({ port: 0, host: '127.0.0.1' }));
    // The server hears of the last clients that left.
    for (let looks = 0; served.world.books.open > 0 && looks < 100; looks++) await new Promise((resolve) => setTimeout(resolve, 5));
    const books = served.books();
    const finished = run.finished(books, new Float64Array());
    const output = foldReplication(finished);
    const { requests = [], attempts = [] } = output.raw ?? {};
    return {
      output,
      fold: output.fold,
      finished,
      books,
      requests: requests.toSorted((a, b) => a.entity - b.entity),
      attempts: attempts.toSorted((a, b) => a.sentMs - b.sentMs || a.entity - b.entity || a.number - b.number),
    };
  } finally {
    await run.close();
    await served.server.close();
  }
}

/** `entity target class` of every attempt, in order of sending. */
export function sends({ attempts }: RanLive): string[] {
  return attempts.map(({ entity, target, class: outcome }) => `${entity} ${target} ${outcome ?? 'open'}`);
}

/** Ms from each send of a request to its next one. */
export function gaps({ attempts }: RanLive, entity = 0): number[] {
  const own = attempts.filter((attempt) => attempt.entity === entity).map(({ sentMs }) => sentMs);
  return own.slice(1).map((sentMs, index) => sentMs - (own[index] as number));
}
