import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runScenario } from '../../harness/run/run.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { bareLoop } from './bare-loop.ts';
import { queueModel, ratePerSecond, simulateOnce } from './engine.ts';
import { cpuSeconds, jsonOf, median, medianRatio } from './measure.ts';

export interface Figure {
  /** NaN: the machine does not let it be measured now. */
  readonly figure: number;
  /** What it was measured on. */
  readonly note: string;
}

export interface Bench {
  readonly name: string;
  readonly what: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  readonly aim: number;
  readonly floor: number;
  run(): Promise<Figure>;
}

interface Alone {
  readonly requests: number;
  readonly attempts: number;
  readonly tenants: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
}

const alone = (...args: string[]): Alone => jsonOf(process.execPath, [fileURLToPath(new URL('./alone.js', import.meta.url)), ...args]);
/** Debian's python3, which has the package python3-simpy3. */
const python = '/usr/bin/python3';
const pairs = 7;
const size = 200_000;

/** CPU seconds a request of the engine, and of the loop by hand after a check that both counted the same. */
async function engineAndLoop(): Promise<{ engine: () => number; loop: () => number }> {
  const scenario = await queueModel(size);
  const { fold } = simulateOnce(scenario, 'backoff');
  const byHand = bareLoop(scenario.time.length * 1000, scenario.seed, 0, 'big');
  const same =
    byHand.requests === fold.requests.offered && byHand.attempts === fold.attempts.sent && byHand.failed === fold.requests.failed;
  if (!same) throw new Error(`the loop by hand counts ${JSON.stringify(byHand)}, the engine ${JSON.stringify(fold.attempts)}`);
  return {
    engine: () => cpuSeconds(() => simulateOnce(scenario, 'backoff')) / fold.requests.offered,
    loop: () => cpuSeconds(() => bareLoop(scenario.time.length * 1000, scenario.seed, 0, 'big')) / byHand.requests,
  };
}

async function againstLoop(): Promise<Figure> {
  const { engine, loop } = await engineAndLoop();
  let best = Number.POSITIVE_INFINITY;
  const figure = await medianRatio(pairs, loop, () => {
    const each = engine();
    best = Math.min(best, each);
    return each;
  });
  return { figure, note: `${Math.round(1 / best / 1000)},000 requests a CPU second at best` };
}

async function againstSimpy(): Promise<Figure> {
  const { engine } = await engineAndLoop();
  const requests = 30_000;
  const script = packagePath('test', 'bench', 'rival.py');
  const simpy = (): number => jsonOf<{ cpuSeconds: number }>(python, [script, String(requests), '1', 'timeouts']).cpuSeconds / requests;
  return { figure: await medianRatio(pairs, simpy, engine), note: `${ratePerSecond}/s on 8 slots, time-outs on both sides` };
}

async function wholeDay(): Promise<Figure> {
  const runs = ['naive', 'article-backoff', 'limited'].map((strategy) => ({ strategy, ...alone('day', strategy) }));
  const slowest = runs.reduce((most, run) => (run.cpuSeconds > most.cpuSeconds ? run : most));
  const note = `${slowest.strategy}: ${slowest.requests} requests, ${slowest.attempts} attempts, ${slowest.tenants} tenants; ${runs.map(({ strategy, cpuSeconds }) => `${strategy} ${cpuSeconds.toFixed(1)} s`).join(', ')}`;
  return { figure: slowest.cpuSeconds, note };
}

async function linear(): Promise<Figure> {
  const small = await queueModel(100_000);
  const large = await queueModel(1_000_000);
  simulateOnce(small, 'backoff');
  const figure = await medianRatio(
    3,
    () => cpuSeconds(() => simulateOnce(large, 'backoff')) / 10,
    () => cpuSeconds(() => simulateOnce(small, 'backoff')),
  );
  return { figure: Math.abs(figure - 1), note: 'CPU a request at 1,000,000 against 100,000, off 1 by' };
}

async function memory(): Promise<Figure> {
  const base = 250e6;
  const runs = [alone('queue', '200000'), alone('queue', '1000000'), alone('day', 'article-backoff')];
  const figures = runs.map(({ peakBytes, requests }) => Math.max(0, peakBytes - base) / requests);
  const note = runs.map(({ requests, peakBytes }) => `${requests} requests ${Math.round(peakBytes / 1e6)} MB`).join(', ');
  return { figure: Math.max(...figures), note };
}

/** Two processes that share nothing are so much faster when a second core is free. */
const secondCoreFree = 1.8;

/** How much faster two processes that share nothing are than one after the other: what this machine has of a second core. */
async function secondCore(): Promise<number> {
  const spin = 'let x = 0; for (let i = 0; i < 4e8; i++) x = (x * 31 + i) | 0;';
  const ended = (): Promise<void> => new Promise((resolve) => spawn(process.execPath, ['-e', spin]).on('exit', () => resolve()));
  const seconds = async (run: () => Promise<unknown>): Promise<number> => {
    const began = process.hrtime.bigint();
    await run();
    return Number(process.hrtime.bigint() - began) / 1e9;
  };
  const inTurn = async (): Promise<void> => {
    await ended();
    await ended();
  };
  return medianRatio(
    3,
    () => seconds(inTurn),
    () => seconds(() => Promise.all([ended(), ended()])),
  );
}

/** Pairs count only when the machine had a second core to give before and after them. */
async function workers(): Promise<Figure> {
  const { scenario } = await loadScenario({ file: 'peak-day' });
  const seconds = async (count: number): Promise<number> => {
    const began = process.hrtime.bigint();
    await runScenario(scenario, { workers: count });
    return Number(process.hrtime.bigint() - began) / 1e9;
  };
  const ratios: number[] = [];
  let machine = await secondCore();
  for (let tries = 0; tries < 6 && ratios.length < 3; tries++) {
    const before = machine;
    if (before >= secondCoreFree) {
      const ratio = (await seconds(1)) / (await seconds(2));
      machine = await secondCore();
      if (machine >= secondCoreFree) ratios.push(ratio);
    } else machine = await secondCore();
  }
  if (ratios.length === 0)
    return { figure: Number.NaN, note: `no second core is free now: two processes that share nothing reach ${machine.toFixed(2)} ×` };
  return {
    figure: median(ratios),
    note: `wall time of the built-in day, ${scenario.strategies.length} strategies in ${scenario.replications} replications`,
  };
}

async function startUp(): Promise<Figure> {
  const main = packagePath('dist', 'harness', 'cli', 'main.js');
  const seconds = (args: readonly string[]): number => {
    const began = process.hrtime.bigint();
    spawnSync(process.execPath, args);
    return Number(process.hrtime.bigint() - began) / 1e9;
  };
  const own: number[] = [];
  const bare: number[] = [];
  for (let i = 0; i < 15; i++) {
    own.push(seconds([main, '--version']));
    bare.push(seconds(['-e', '0']));
  }
  return { figure: median(own), note: `node alone ${median(bare).toFixed(3)} s` };
}

export const benches: readonly Bench[] = [
  {
    name: 'against the loop by hand',
    what: 'engine with client, records and time-outs against callbacks over typed arrays',
    unit: '×',
    better: 'higher',
    aim: 0.35,
    floor: 0.2,
    run: againstLoop,
  },
  { name: 'against SimPy', what: 'the same model in SimPy 3', unit: '×', better: 'higher', aim: 5, floor: 3, run: againstSimpy },
  {
    name: 'a day of a million requests',
    what: 'the built-in day at 11.7/s, three strategies, the slowest',
    unit: 's CPU',
    better: 'lower',
    aim: 5,
    floor: 10,
    run: wholeDay,
  },
  { name: 'linear', what: 'time a request, ten times as many', unit: '', better: 'lower', aim: 0.15, floor: 0.15, run: linear },
  { name: 'memory', what: 'bytes a request above 250 MB', unit: 'B', better: 'lower', aim: 100, floor: 100, run: memory },
  { name: 'two workers', what: 'against one', unit: '×', better: 'higher', aim: 1.6, floor: 1.6, run: workers },
  { name: 'start-up', what: 'at-capacity --version', unit: 's', better: 'lower', aim: 0.25, floor: 0.25, run: startUp },
];
