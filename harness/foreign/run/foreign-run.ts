import { type DialectName, dialectOf } from '../../../sim/dialects/registry.ts';
import { after, eventClass } from '../../../sim/kernel/clock.ts';
import type { RealTime } from '../../../sim/kernel/wall-clock.ts';
import type { ProviderSpec } from '../../../sim/provider/spec.ts';
import { buildServer } from '../../../sim/server/build-server.ts';
import { createWorld, namesOf, type World } from '../../../sim/server/world.ts';
import { createClientSide, type Job, surroundingsOf } from '../../run/client-side.ts';
import { foldReplication, type ReplicationOutput } from '../../run/fold-replication.ts';
import { clientIdentities, exactIdentity, providerIdentities } from '../../run/identities.ts';
import { closeBooks, modelOf } from '../../run/provider-books.ts';
import { Recorder } from '../../run/recorder.ts';
import { Sampler } from '../../run/sampler.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { servedSizes } from '../../serve/served-sizes.ts';
import type { CodeSpec } from '../../strategy/spec.ts';
import { basePaths } from '../../testing/base-urls.ts';
import type { ForeignRun } from '../host/job.ts';
import { loadClient } from '../host/load-client.ts';
import { installMachine, type Machine } from '../machine/machine.ts';
import { installNetwork } from '../network/install-network.ts';
import { type Attempts, watchAttempts } from './attempts.ts';
import { type Callers, createCallers } from './callers.ts';

const host = 'provider.localhost';
/** A run past its end in which no request ends for so long will never end by itself, microseconds of virtual time. */
const stillFor = 3600e6;

/** Progress is told so often, as a share of the whole. */
const tellEvery = 0.01;

/** The entry of a job of the user's code: one strategy in one replication. */
export const run: ForeignRun = async ({ data }, tell, alive) => {
  const job = data as Job;
  const { scenario, strategyIndex, replication } = job;
  const code = scenario.strategies[strategyIndex]?.code;
  if (code === undefined) throw new Error(`strategy number ${strategyIndex} is no code`);
  const surroundings = surroundingsOf(job);
  const { luck, calendar, end, until } = surroundings;
  let drawn = 0;
  const draws = luck.stream('foreign code');
  const machine = installMachine({
    startEpochMs: calendar.startEpochMs,
    random: () => draws.uniform(drawn++ % 4294967296, 0),
    keepsOutput: false,
  });
  const { clock } = machine;
  let callers: Callers | undefined;
  let attempts: Attempts | undefined;
  let recorder: Recorder | undefined;
  const world = createWorld({
    ...scenario,
    replication,
    sizes: (own) => servedSizes(scenario.workload, calendar, own),
    atMs: 0,
    endsAt: end,
    realTime: realTimeOf(machine),
    clock: Object.assign(clock, { event: <Value>(once: () => Value): Value => once(), stop: () => {} }),
    wallMs: () => calendar.startEpochMs + clock.now() / 1000,
    billed: ({ request }, { spec }, input, output) => {
      const call = callers?.callOf(request.entity);
      if (call === undefined) return;
      const { usdPerMillion } = spec;
      recorder?.billed(call.ticket, output, (input * usdPerMillion.input + output * usdPerMillion.output) / 1e6);
    },
  });
  const server = buildServer({ world, journal: 1, markOf: (request) => (attempts as Attempts).markOf(request) });
  await server.ready();
  installNetwork({ clock, server: server.server, host });

  const loaded = await driven(machine, loadClient(code.module));
  const clients = await driven(machine, Promise.all(Array.from({ length: scenario.workload.clients }, () => loaded.create())));
  const model = scenario.workload.model;
  const side = createClientSide(job, surroundings, {
    clock,
    modules: new Map(),
    recorder: (options) => {
      recorder = new Recorder(options);
      return recorder;
    },
    send: () => {
      throw new Error('the code sends by itself');
    },
    quality: (target) => modelOf(world.providers, target)?.spec.quality ?? 0,
    takers: (observer) => {
      const own = createCallers({ clock, clients, baseURL: baseUrlOf(job, code), model, targets: targetsOf(world, model) });
      attempts = watchAttempts({ observer, callOf: own.callOf, calling: own.calling });
      world.watchers.push(attempts.watcher);
      callers = own;
      return own;
    },
  });
  const pool = modelOf(world.providers, model)?.pool;
  new Sampler({ clock, end, recorder: side.recorder, fleet: side.fleet, pool }).start();

  let told = 0;
  let settled = -1;
  let settledAt = 0;
  await machine.run(() => {
    const now = clock.now();
    alive(now / 1000);
    if (now / end >= told + tellEvery) {
      told = now / end;
      tell(Math.min(1, told));
    }
    const { ok, failed } = side.recorder.totals;
    if (ok + failed !== settled || now < end) [settled, settledAt] = [ok + failed, now];
    return now >= until || (now >= end && (side.generator.open === 0 || now - settledAt > stillFor));
  });
  return finish(job, world, side, { end, unknown: attempts?.unknown ?? 0 });
};

function finish(
  job: Job,
  world: World,
  { recorder, generator, fleet }: ReturnType<typeof createClientSide>,
  { end, unknown }: { readonly end: number; readonly unknown: number },
): ReplicationOutput {
  const { clock } = world;
  for (const provider of world.providers.values()) for (const pool of provider.pools.values()) pool.observe();
  const books = closeBooks(world.providers, { now: clock.now(), model: job.scenario.workload.model, firstTarget: fleet.targets[0] ?? '' });
  const exact = exactIdentity(recorder, books);
  return foldReplication({
    job,
    clock,
    recorder,
    generator,
    fleet,
    end,
    books,
    identities: () => [
      ...clientIdentities(generator, recorder),
      { ...exact, left: exact.left + unknown, holds: exact.left + unknown === exact.right },
      ...providerIdentities(books),
    ],
  });
}

/** Lets time pass while something is waited for that the user's code does. */
async function driven<Value>(machine: Machine, promise: Promise<Value>): Promise<Value> {
  let settled = false;
  const done = (): void => {
    settled = true;
  };
  promise.then(done, done);
  await machine.run(() => settled);
  return promise;
}

/** The real time of a thread that has none. */
function realTimeOf({ clock }: Machine): RealTime {
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
  const name = dialect ?? dialectOf(providerOf(scenario).dialect).name;
  return `http://${host}/${name}${basePaths[name as DialectName]}`;
}

/** The provider of the workload's model. */
function providerOf({ providers, workload }: Scenario): ProviderSpec {
  const having = Object.entries(providers).find(
    ([name, { models }]) =>
      Object.hasOwn(models, workload.model) || Object.keys(models).some((model) => `${name}/${model}` === workload.model),
  );
  if (having === undefined) throw new Error(`no model ${workload.model}`);
  return having[1];
}

/** Every model, the workload's own first. */
function targetsOf(world: World, model: string): readonly string[] {
  const own = world.targets.get(model)?.name ?? model;
  return [own, ...namesOf(world).filter((name) => name !== own)];
}
