import { calendarOf } from '../../../sim/curves/calendar.ts';
import { type DialectName, dialectOf } from '../../../sim/dialects/registry.ts';
import { after, eventClass } from '../../../sim/kernel/clock.ts';
import { CodedError, type ErrorCode } from '../../../sim/kernel/errors.ts';
import type { RealTime } from '../../../sim/kernel/wall-clock.ts';
import { costOf } from '../../../sim/provider/cost.ts';
import { buildServer } from '../../../sim/server/build-server.ts';
import { createWorld, namesOf, type World } from '../../../sim/server/world.ts';
import { Ledger } from '../../conduct/ledger.ts';
import { teller } from '../../conduct/tell.ts';
import { type ClientSide, createClientSide, type Job, type Surroundings, surroundingsOf } from '../../run/client-side.ts';
import { foldReplication, type ReplicationOutput } from '../../run/fold-replication.ts';
import { clientIdentities, exactIdentity, providerIdentities } from '../../run/identities.ts';
import { closeBooks, modelOf } from '../../run/provider-books.ts';
import { Recorder } from '../../run/recorder.ts';
import { Sampler } from '../../run/sampler.ts';
import { modelOf as modelNamed } from '../../scenario/resolve.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { servedSizes } from '../../serve/served-sizes.ts';
import type { CodeSpec } from '../../strategy/spec.ts';
import { basePaths } from '../../testing/base-urls.ts';
import type { Alive, ForeignRun } from '../host/job.ts';
import { loadClient } from '../host/load-client.ts';
import type { ClientSetting, ForeignClient } from '../host/pick-client.ts';
import { installMachine, type Machine } from '../machine/machine.ts';
import { installNetwork } from '../network/install-network.ts';
import { type Attempts, watchAttempts } from './attempts.ts';
import { type Callers, createCallers } from './callers.ts';
import { idOf } from './foreign-request.ts';
import { checkEndless, checkFindings, checkLivelock, fatal } from './misbehaviour.ts';
import { createNoticed, type Noticed } from './noticed.ts';
import { servedName } from './served-name.ts';

/** A run past its end in which nothing is sent and no request ends for so long will never end by itself, microseconds. */
const stillFor = 3600e6;
/** Progress is told so often, as a share of the whole. */
const tellEvery = 0.01;

/** What a job of the user's code is told. */
export interface ForeignData extends Job {
  /** Node's own fetch for the code, over connections in memory. */
  readonly fidelity: boolean;
}

/** What a job of the user's code comes to. */
export type ForeignOutput =
  | { readonly output: ReplicationOutput }
  | { readonly failure: { readonly code: ErrorCode; readonly message: string } };

/** The entry of a job of the user's code: one strategy in one replication. */
export const run: ForeignRun = async ({ data }, tell, alive): Promise<ForeignOutput> => {
  const job = data as ForeignData;
  const noticed = createNoticed(job.scenario.folder);
  try {
    const output = await liveThrough(job, tell, alive, noticed);
    return { output: { ...output, notices: noticed.notices() } };
  } catch (error) {
    // Whatever else is thrown has a place in the code, which whoever runs this thread looks for.
    if (!(error instanceof CodedError)) throw error;
    return { failure: { code: error.code, message: error.message } };
  }
};

async function liveThrough(job: ForeignData, tell: (share: number) => void, alive: Alive, noticed: Noticed): Promise<ReplicationOutput> {
  const { scenario, strategyIndex } = job;
  const code = scenario.strategies[strategyIndex]?.code;
  if (code === undefined) throw new Error(`strategy number ${strategyIndex} is no code`);
  const surroundings = surroundingsOf(job);
  const machine = startMachine(surroundings);
  noticed.watch(machine.findings);
  const attempts = watchAttempts();
  const own: { callers?: Callers; recorder?: Recorder } = {};
  const world = worldOf(job, surroundings, machine, (entity, tokens, usd) => {
    const call = own.callers?.callOf(entity);
    if (call !== undefined) own.recorder?.billed(call.ticket, tokens, usd);
  });
  world.watchers.push(attempts.watcher, { rejected: noticed.rejected });
  const server = buildServer({ world, journal: 1, page: false, batches: false, markOf: attempts.markOf });
  await server.ready();
  installNetwork({ clock: machine.clock, server: server.server, host: servedName, keepFetch: job.fidelity, refused: noticed.refused });

  const { model, clients: count } = scenario.workload;
  const setting = { model, baseURL: baseUrlOf(job, code), fetch: globalThis.fetch };
  const loaded = await loadClients(code, { count, setting }, machine, alive);
  const ledger = new Ledger(teller({ localAt: calendarOf(surroundings.calendar).localAt, nameOf: ({ entity }) => idOf(entity) }));
  const callers = createCallers({
    clock: machine.clock,
    ...loaded,
    ledger,
    noticed,
    baseURL: setting.baseURL,
    model,
    targets: targetsOf(world, model),
  });
  own.callers = callers;
  const side = createClientSide(job, surroundings, {
    clock: machine.clock,
    modules: new Map(),
    recorder: (options) => {
      own.recorder = new Recorder(options);
      return own.recorder;
    },
    send: () => {
      throw new Error('the code sends by itself');
    },
    quality: (target) => modelOf(world.providers, target)?.spec.quality ?? 0,
    takers: (observer) => {
      attempts.begin({ observer, ledger, callOf: callers.callOf, calling: callers.calling });
      return callers;
    },
  });
  const pool = modelOf(world.providers, model)?.pool;
  new Sampler({ clock: machine.clock, end: surroundings.end, recorder: side.recorder, fleet: side.fleet, pool }).start();
  await untilOver(machine, side, surroundings, { tell, alive, attempts });
  checkFindings(machine.findings, attempts.unknown);
  const output = finish(job, world, side, { end: surroundings.end, attempts });
  return { ...output, conduct: ledger.end(machine.clock.now()) };
}

function startMachine({ luck, calendar }: Surroundings): Machine {
  let drawn = 0;
  const draws = luck.stream('foreign code');
  const random = (): number => draws.uniform(drawn++ % 4294967296, 0);
  return installMachine({ startEpochMs: calendar.startEpochMs, random, keepsOutput: false });
}

function worldOf(
  { scenario, replication }: Job,
  { calendar, end }: Surroundings,
  machine: Machine,
  billed: (entity: number, tokens: number, usd: number) => void,
): World {
  const { clock } = machine;
  return createWorld({
    ...scenario,
    replication,
    sizes: (own) => servedSizes(scenario.workload, calendar, own),
    atMs: 0,
    endsAt: end,
    realTime: waitsOn(machine),
    clock: Object.assign(clock, { event: <Value>(once: () => Value): Value => once(), stop: () => {} }),
    wallMs: () => calendar.startEpochMs + clock.now() / 1000,
    billed: ({ request }, { spec }, input, output) => billed(request.entity, output, costOf(spec, input, output)),
  });
}

interface Clients {
  readonly clients: readonly ForeignClient[];
  /** Each was made for itself. */
  readonly perClient: boolean;
}

/** The code's clients, made before the day begins. */
async function loadClients(
  code: CodeSpec,
  { count, setting }: { readonly count: number; readonly setting: ClientSetting },
  machine: Machine,
  alive: Alive,
): Promise<Clients> {
  const loading = loadClient(code.module).then(async ({ perClient, create }) => ({
    perClient,
    clients: await Promise.all(Array.from({ length: count }, () => create(setting))),
  }));
  let settled = false;
  const done = (): void => {
    settled = true;
  };
  loading.then(done, done);
  const ending = await machine.run(() => {
    alive(machine.clock.now() / 1000);
    return settled || machine.findings.some(fatal);
  });
  checkLivelock(ending);
  checkFindings(machine.findings, 0);
  const loaded = await loading;
  const waitedMs = machine.clock.now() / 1000;
  if (waitedMs > 0)
    throw new CodedError(
      'code',
      `the module waits ${waitedMs} ms while it is loaded, in which requests would pile up: wait in the first call`,
    );
  return loaded;
}

interface Heard {
  readonly attempts: Attempts;
  readonly tell: (share: number) => void;
  readonly alive: Alive;
}

/** Lets the day pass, and what is under way at its end. */
async function untilOver(
  { clock, findings, run: drive }: Machine,
  side: ClientSide,
  { end, until }: Surroundings,
  heard: Heard,
): Promise<void> {
  let told = 0;
  let signs = -1;
  let signAt = 0;
  const ending = await drive(() => {
    const now = clock.now();
    heard.alive(now / 1000);
    if (now / end >= told + tellEvery) {
      told = now / end;
      heard.tell(Math.min(1, told));
    }
    const { ok, failed, sent } = side.recorder.totals;
    if (ok + failed + sent !== signs || now < end) [signs, signAt] = [ok + failed + sent, now];
    const over = now >= end && (side.generator.open === 0 || now - signAt > stillFor);
    return over || (clock.nextAt ?? Number.POSITIVE_INFINITY) > until || findings.some(fatal) || heard.attempts.endless !== undefined;
  });
  checkLivelock(ending);
  checkEndless(heard.attempts.endless);
  if (until < Number.POSITIVE_INFINITY && clock.now() < until && (clock.nextAt ?? until) >= until) clock.runUntil(until);
}

function finish(
  job: Job,
  world: World,
  { recorder, generator, fleet }: ClientSide,
  { end, attempts }: { readonly end: number; readonly attempts: Attempts },
): ReplicationOutput {
  const { clock } = world;
  for (const provider of world.providers.values()) for (const pool of provider.pools.values()) pool.observe();
  const books = closeBooks(world.providers, { now: clock.now(), model: job.scenario.workload.model, firstTarget: fleet.targets[0] ?? '' });
  const exact = exactIdentity(recorder, books);
  const left = exact.left + attempts.unknown;
  return foldReplication({
    pool: modelOf(world.providers, job.scenario.workload.model)?.pool,
    job,
    clock,
    recorder,
    generator,
    fleet,
    end,
    books,
    identities: () => [
      ...clientIdentities(generator, recorder),
      { ...exact, left, holds: left === exact.right },
      ...providerIdentities(books),
    ],
  });
}

/** The server's own waits, on the thread's clock. */
function waitsOn({ clock }: Machine): RealTime {
  return {
    nowMs: () => clock.now() / 1000,
    wait: (ms, then) => {
      const timer = after(clock, Math.round(ms * 1000), then, eventClass.completion);
      return () => clock.disarm(timer);
    },
  };
}

/** What the package of a dialect takes as its base URL; the dialect of the workload's model unless the strategy names another. */
function baseUrlOf({ scenario }: Job, { dialect }: CodeSpec): string {
  const name = dialect ?? ownDialect(scenario);
  return `http://${servedName}/${name}${basePaths[name as DialectName]}`;
}

/** Of the provider that has the workload's model. */
function ownDialect({ providers, workload }: Scenario): string {
  const found = modelNamed(workload.model, providers);
  if (found === undefined) throw new Error(`no model ${workload.model}`);
  return dialectOf(found.provider.dialect).name;
}

/** Every model, the workload's own first. */
function targetsOf(world: World, model: string): readonly string[] {
  const own = world.targets.get(model)?.name ?? model;
  return [own, ...namesOf(world).filter((name) => name !== own)];
}
