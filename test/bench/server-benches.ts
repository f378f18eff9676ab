import type { Bench, Figure } from './benches.ts';
import { dispatch } from './server/dispatch.ts';
import { burst, type Kind, paced, plain } from './server/reply.ts';
import { advantage, type Rounds, sideBySide } from './server/side-by-side.ts';
import { soak } from './server/soak.ts';

interface Load {
  readonly kind: Kind;
  readonly rounds: number;
  /** Requests by number of connections. */
  readonly requests: ReadonlyMap<number, number>;
}

const loads: readonly Load[] = [
  {
    kind: plain,
    rounds: 7,
    requests: new Map([
      [1, 4000],
      [64, 20_000],
      [512, 20_000],
    ]),
  },
  {
    kind: burst,
    rounds: 7,
    requests: new Map([
      [1, 2000],
      [64, 8000],
      [512, 8000],
    ]),
  },
  {
    kind: paced,
    rounds: 3,
    requests: new Map([
      [1, 4],
      [64, 192],
      [512, 1024],
    ]),
  },
];

const rivals = [
  { name: 'fastify', called: 'a bare fastify route', aim: 0.8, floor: 0.6 },
  { name: 'aimock', called: '@copilotkit/aimock', aim: 2.5, floor: 0.8 },
];

/** All three servers under one load, once for both comparisons. */
function measuredOnce({ kind, rounds, requests }: Load): () => Promise<ReadonlyMap<number, Rounds>> {
  let running: Promise<ReadonlyMap<number, Rounds>> | undefined;
  const measure = async (): Promise<ReadonlyMap<number, Rounds>> => {
    const all = new Map<number, Rounds>();
    for (const [connections, count] of requests) all.set(connections, await sideBySide(kind, connections, count, rounds));
    return all;
  };
  return () => (running ??= measure());
}

/** The least of all numbers of connections. */
function compare(measured: ReadonlyMap<number, Rounds>, rival: string): Figure {
  const figures = [...measured].map(([connections, rounds]) => ({ connections, figure: advantage(rounds, rival) }));
  return {
    figure: Math.min(...figures.map(({ figure }) => figure)),
    note: figures.map(({ connections, figure }) => `${connections} connections ${figure.toFixed(2)}`).join(', '),
  };
}

const sideBySides: readonly Bench[] = loads.flatMap((load) => {
  const measured = measuredOnce(load);
  return rivals.map(({ name, called, aim, floor }) => ({
    name: `server, ${load.kind.name}, against ${name}`,
    what: `replies a CPU second against ${called} with the same reply`,
    unit: '×',
    better: 'higher' as const,
    aim,
    floor,
    run: async () => compare(await measured(), name),
  }));
});

async function lateness(stream: boolean): Promise<Figure> {
  const { latenessMs, timerErrorMs } = dispatch(stream);
  const note = `p99 of ${latenessMs.count} requests ${latenessMs.p99.toFixed(2)} ms, of empty timers ${timerErrorMs.p99.toFixed(2)} ms`;
  return { figure: latenessMs.p99 - timerErrorMs.p99, note };
}

async function flatness(): Promise<Figure> {
  const { replies, heapBytes, residentBytes } = await soak();
  const [first = Number.NaN, ...later] = heapBytes;
  const megabytes = (bytes: readonly number[]): string => bytes.map((each) => (each / 1e6).toFixed(1)).join(' ');
  const note = `${replies} replies; heap ${megabytes(heapBytes)} MB, process ${megabytes(residentBytes)} MB`;
  return { figure: Math.max(...later) / first, note };
}

export const serverBenches: readonly Bench[] = [
  ...sideBySides,
  ...[plain, burst].map(({ stream }) => ({
    name: `server, dispatch of live runs, ${stream ? 'streams' : 'plain replies'}`,
    what: 'p99 of how late requests begin at 500/s, above that of empty timers',
    unit: 'ms',
    better: 'lower' as const,
    aim: 5,
    floor: 5,
    run: () => lateness(stream),
  })),
  {
    name: 'server, soak',
    what: 'ten minutes of load: the largest heap after the first minute against that after it',
    unit: '×',
    better: 'lower',
    aim: 1.05,
    floor: 1.2,
    run: flatness,
  },
];
