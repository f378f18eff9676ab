import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { constants, getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { foreignEnvironment } from '../../../harness/foreign/host/environment.ts';
import { createHost } from '../../../harness/foreign/host/host.ts';
import { packageVariables } from '../../../harness/foreign/run/package-variables.ts';
import { buildProvider } from '../../../harness/serve/build-provider.ts';
import { basePaths } from '../../../harness/testing/base-urls.ts';
import type { AttemptRecord } from '../../../sim/server/attempt-record.ts';
import { callsOf, type Pair, scenarioOf, scriptsOf } from './script.ts';

/** How a client's promise ended. */
export interface End {
  readonly value?: unknown;
  readonly error?: object;
  readonly atEpochMs: number;
}

/** What became of calls: each attempt in the server's record, each end as its caller saw it, by its model. */
export interface Seen {
  readonly records: readonly Readonly<AttemptRecord>[];
  readonly ends: Readonly<Record<string, End>>;
  /** Rejections that nobody handled, and exceptions that nobody caught. */
  readonly unhandled: readonly string[];
}

/** How much later than asked for a timer of the machine was, and when. */
export type Late = readonly [atEpochMs: number, lateMs: number];

/** What was seen in real time, with what both processes' own timers were late. */
export interface SeenInReal extends Seen {
  readonly late: readonly Late[];
}

const fixture = (name: string): URL => new URL(`fixtures/${name}.mjs`, import.meta.url);

/** The calls in virtual time; `keepFetch` leaves Node's own fetch in its place, and `random` is all luck that there is. */
export async function inVirtualTime(pairs: readonly Pair[], keepFetch = false, random = 0.5): Promise<Seen> {
  const data = { scenario: scenarioOf(pairs), scripts: scriptsOf(pairs), calls: callsOf(pairs), basePaths, keepFetch, random };
  // More than a dozen packages are read before the first event passes.
  const host = createHost({ set: packageVariables, bounds: { cpuMs: 120_000, wallMs: 280_000 } });
  try {
    const outcome = await host.run({ entry: fixture('virtual').href, data, name: 'truth' });
    if ('failed' in outcome) throw new Error(`${outcome.failed.message}\n${outcome.output}`);
    const { ending, ...seen } = outcome.result as Seen & { readonly ending: { readonly how: string } };
    if (ending.how !== 'over') throw new Error(`virtual time ended as ${JSON.stringify(ending)}`);
    return seen;
  } finally {
    await host.close();
  }
}

/** Calls over real HTTP, against a provider in this process, from a process of their own. */
export interface RealTime extends AsyncDisposable {
  call(pairs: readonly Pair[]): Promise<SeenInReal>;
}

export async function inRealTime(pairs: readonly Pair[]): Promise<RealTime> {
  const before = getPriority();
  tryPriority(constants.priority.PRIORITY_HIGHEST);
  const records: Readonly<AttemptRecord>[] = [];
  const provider = await buildProvider(scenarioOf(pairs), { watcher: { began: (record) => records.push(record) } });
  const first = await provider.listen({ port: 0, host: '127.0.0.1' });
  const second = await listenForHttp2(provider);
  const bases = Object.fromEntries(
    Object.entries(basePaths).map(([name, path]) => [name, `${name === 'bedrock' ? second.url : first}/${name}${path}`]),
  );
  const child = fork(fileURLToPath(fixture('real')), {
    env: foreignEnvironment([], packageVariables),
    serialization: 'advanced',
    execArgv: [],
  });
  return {
    async call(some) {
      for (const payload of scriptsOf(some)) await provider.inject({ method: 'POST', url: '/_admin/scripts', payload: { ...payload } });
      records.length = 0;
      const own = watchTimers();
      const { thrown, ends, late, unhandled } = await askChild(child, { calls: callsOf(some), bases });
      own.stop();
      if (thrown !== undefined) throw new Error(thrown);
      return { records: [...records], ends, unhandled, late: [...late, ...own.late] };
    },
    async [Symbol.asyncDispose]() {
      child.disconnect();
      second.close();
      await provider.close();
      tryPriority(before);
    },
  };
}

/** Before the machine's other work, where this user may say so. */
function tryPriority(priority: number): void {
  try {
    setPriority(priority);
  } catch {
    // Then behind it.
  }
}

interface Answer extends SeenInReal {
  readonly thrown?: string;
}

function askChild(child: ChildProcess, asked: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null): void => reject(new Error(`the calling process ended with ${code}`));
    child.once('exit', gone);
    child.once('message', (answer: Answer) => {
      child.off('exit', gone);
      resolve(answer);
    });
    child.send(asked);
  });
}

/** The provider as HTTP/2 without TLS, which AWS's client speaks; at another port, as what listens for one does not speak the other. */
async function listenForHttp2({ server }: FastifyInstance): Promise<{ readonly url: string; close(): void }> {
  const second = createServer().on('request', (request, response) => void server.emit('request', request, response));
  await new Promise<void>((resolve) => second.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(second.address() as AddressInfo).port}`, close: () => void second.close() };
}

const everyMs = 10;

/** How late this process's timers are. */
function watchTimers(): { readonly late: readonly Late[]; stop(): void } {
  const late: Late[] = [];
  let due = performance.now() + everyMs;
  const timer = setInterval(() => {
    const now = performance.now();
    late.push([Date.now(), Math.max(0, now - due)]);
    due = now + everyMs;
  }, everyMs);
  return { late, stop: () => clearInterval(timer) };
}
