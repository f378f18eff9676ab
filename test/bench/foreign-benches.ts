import type { Bench, Figure } from './benches.ts';
import { bothWorlds, inVirtualTime } from './foreign/both-worlds.ts';
import type { Measured } from './foreign/measured.ts';
import { type Example, examples } from './foreign/world.ts';

const long = 100_000;

async function compare(example: Example, stream: boolean, rounds: number, calls: number): Promise<Figure> {
  const { virtual, both, client, ratio, ratioToClient } = await bothWorlds(example, stream, rounds, calls);
  const rate = (calls: number): string => String(Math.round(calls));
  const note = `${rate(virtual)} calls a CPU second, over HTTP ${rate(both)}, of the client alone ${rate(client)}: ${ratioToClient.toFixed(1)} ×`;
  return { figure: ratio, note };
}

/** One run for what it costs, and for what it leaves in memory. */
let once: Promise<Measured> | undefined;
function longRun(): Promise<Measured> {
  once ??= inVirtualTime(openai(), false, long);
  return once;
}

function openai(): Example {
  const found = examples().find(({ name }) => name === 'openai');
  if (found === undefined) throw new Error('examples/clients has no openai');
  return found;
}

async function longTime(): Promise<Figure> {
  const { calls, cpuSeconds } = await longRun();
  return { figure: cpuSeconds, note: `${calls} calls on Node ${process.versions.node}` };
}

async function flatness(): Promise<Figure> {
  const { heapBytes, outsideBytes } = await longRun();
  const megabytes = (bytes: readonly number[]): string => bytes.map((each) => (each / 1e6).toFixed(1)).join(' → ');
  const note = `heap ${megabytes(heapBytes)} MB, samples and records outside of it ${megabytes(outsideBytes)} MB`;
  return { figure: heapBytes[1] / heapBytes[0], note };
}

/** The package that has an aim is measured longer. */
function packageBenches(): readonly Bench[] {
  return examples().flatMap((example) =>
    [false, true].map((stream) => {
      const aimed = example.name === 'openai' && !stream;
      return {
        name: `foreign, ${example.name}, ${stream ? 'streams of 20 tokens' : 'plain replies'}`,
        what: 'calls a CPU second in virtual time against over HTTP on loopback, client and provider counted in both',
        unit: '×',
        better: 'higher' as const,
        aim: aimed ? 8 : 1,
        floor: aimed ? 5 : 0.5,
        run: () => (aimed ? compare(example, stream, 5, 5000) : compare(example, stream, 1, stream ? 600 : 2000)),
      };
    }),
  );
}

export const foreignBenches: readonly Bench[] = [
  ...packageBenches(),
  {
    name: 'foreign, a long run',
    what: 'CPU seconds of a run with the openai package, plain replies',
    unit: 's CPU',
    better: 'lower',
    aim: 30,
    floor: 60,
    run: longTime,
  },
  {
    name: 'foreign, memory',
    what: 'the heap at the end of that run against a tenth into it, each after a collection',
    unit: '×',
    better: 'lower',
    aim: 1.05,
    floor: 1.2,
    run: flatness,
  },
];
