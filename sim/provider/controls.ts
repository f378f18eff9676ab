import type { Steps } from '../curves/curve.ts';
import { InputError } from '../kernel/problem.ts';
import { tagOf } from '../kernel/tagged.ts';
import { combineFaults, createFault, type FaultsScope } from './faults/compile.ts';
import type { Fault } from './faults/fault.ts';
import { faults as registry } from './faults/registry.ts';
import { compileWindows, type Windows, within } from './faults/windows.ts';
import type { Pool } from './pool.ts';
import { loadOver, slotsOver } from './pool-curves.ts';
import { type Provider, prefixOf } from './provider.ts';
import type { ProviderScope } from './provider-scope.ts';
import { mostFaults } from './schema.ts';
import type { CurveSpec, FaultSpec, FaultWindow, ProviderSpec } from './spec.ts';

/** Tenants of one pool that are brought up to date in a quarter of the time in which they come. */
const mostPerSecond = 200_000;

/** A fault that is on, will be, or was. Ids of the scenario's own: `faults.0`, or `provider/faults.0` of one among several. */
export interface SwitchedFault {
  readonly id: string;
  readonly spec: FaultSpec;
  /** When it touches anybody, microseconds of the clock. */
  readonly windows: Windows;
  /** The scenario has it. */
  readonly own: boolean;
}

interface Entry extends SwitchedFault {
  readonly fault: Fault;
  readonly index: number;
}

/** The curves of a pool as they are now. */
export interface PoolCurves {
  readonly slots: CurveSpec;
  /** Undefined where there are no tenants. */
  readonly load: CurveSpec | undefined;
  /** Both are the scenario's own. */
  readonly ofScenario: boolean;
}

export interface ControlsOptions {
  /** Of the provider, and of all that the scenario has. */
  readonly name: string;
  readonly names: readonly string[];
  readonly spec: ProviderSpec;
  readonly provider: Provider;
  readonly scope: ProviderScope;
}

/** Exchanges the curves and the faults of a provider while it runs. What is under way keeps what it met. */
export class Controls {
  readonly spec: ProviderSpec;
  readonly #options: ControlsOptions;
  readonly #prefix: string;
  readonly #faultsScope: FaultsScope;
  readonly #curves = new Map<string, PoolCurves>();
  #entries: readonly Entry[];

  constructor(options: ControlsOptions) {
    const { name, names, spec, provider, scope } = options;
    this.spec = spec;
    this.#options = options;
    this.#prefix = prefixOf(name, names);
    this.#faultsScope = { calendar: scope.calendar, pace: scope.pace, spec };
    this.#entries = provider.faults.map((fault, index) => {
      const own = spec.faults[index] as FaultSpec;
      return { id: `${this.#prefix}faults.${index}`, spec: own, windows: this.#windowsOf(own), own: true, fault, index };
    });
  }

  /** The curves of a pool that the provider has. */
  curvesOf(pool: string): PoolCurves {
    const { slots, otherTenants } = this.#poolSpec(pool);
    return this.#curves.get(pool) ?? { slots, load: otherTenants?.load, ofScenario: true };
  }

  /**
   * What exchanges curves from the moment at which it is called. InputError for a load where there are no tenants, and for
   * a curve that only goes wrong when it is made ready.
   */
  curvesExchange(pool: string, { slots, load }: Partial<Pick<PoolCurves, 'slots' | 'load'>>): () => void {
    const { scope, provider } = this.#options;
    const { otherTenants } = this.#poolSpec(pool);
    const key = this.#prefix + pool;
    if (load !== undefined && otherTenants === undefined) {
      throw new InputError([{ key: 'load', message: `nobody else uses ${pool}: the scenario gives it no otherTenants` }]);
    }
    const newSlots = slots === undefined ? undefined : atKey('slots', () => slotsOver(slots, key, scope));
    const newLoad =
      load === undefined || otherTenants === undefined ? undefined : atKey('load', () => loadOver(load, otherTenants, key, scope));
    const one = provider.pools.get(pool);
    if (newLoad !== undefined) checkArrivals(newLoad, one);
    return () => {
      if (newSlots !== undefined) one?.exchangeSlots(newSlots);
      if (newLoad !== undefined) one?.exchangeLoad(newLoad);
      const before = this.curvesOf(pool);
      this.#curves.set(pool, { slots: slots ?? before.slots, load: load ?? before.load, ofScenario: false });
    };
  }

  /** The scenario's own curves again. */
  restoreCurves(): void {
    for (const pool of [...this.#curves.keys()]) {
      const { slots, otherTenants } = this.#poolSpec(pool);
      this.curvesExchange(pool, { slots, load: otherTenants?.load })();
      this.#curves.delete(pool);
    }
  }

  /** In the order in which they are looked at; those that were switched on and are over are gone. */
  get faults(): readonly SwitchedFault[] {
    return this.#current();
  }

  /** Whether a fault is on at this instant. */
  isOn({ windows }: SwitchedFault): boolean {
    return within(windows, this.#options.scope.clock.now());
  }

  /** Switches a fault on from now on, for as long as it says; one with the same id is replaced. InputError when there are too many. */
  switchOn(id: string, spec: FaultSpec): void {
    const { scope } = this.#options;
    const others = this.#current().filter((entry) => entry.id !== id);
    if (others.length >= mostFaults) throw new InputError([{ message: `expected at most ${mostFaults} faults; switch one off first` }]);
    const now = scope.clock.now();
    const offset = (scope.pace?.toDay(now) ?? now) / 1000;
    const { tag, options } = tagOf(registry, spec);
    const from = { [tag]: { ...(options as object), from: { offset } } } as unknown as FaultSpec;
    const taken = new Set(others.map(({ index }) => index));
    const index = Array.from({ length: mostFaults }, (_, i) => i).find((i) => !taken.has(i)) ?? 0;
    const fault = createFault(from, index, this.#faultsScope);
    this.#use([...others, { id, spec, windows: this.#windowsOf(from), own: false, fault, index }]);
  }

  /** False when there is no such fault. */
  switchOff(id: string): boolean {
    const left = this.#entries.filter((entry) => entry.id !== id);
    const found = left.length < this.#entries.length;
    if (found) this.#use(left);
    return found;
  }

  #current(): readonly Entry[] {
    const now = this.#options.scope.clock.now();
    this.#entries = this.#entries.filter(({ own, windows }) => own || (windows.to.at(-1) ?? 0) > now);
    return this.#entries;
  }

  #use(entries: readonly Entry[]): void {
    const { models, pools } = this.#options.provider;
    this.#entries = entries;
    const faults = combineFaults(entries.map(({ fault }) => fault));
    for (const [name, model] of models) model.exchangeFault(faults.of(name));
    for (const [name, pool] of pools) pool.exchangeRefusals((now) => faults.tenantsRefused(name, now));
  }

  #windowsOf(spec: FaultSpec): Windows {
    const { calendar, pace } = this.#options.scope;
    return compileWindows(tagOf(registry, spec).options as FaultWindow, { run: calendar, pace });
  }

  #poolSpec(pool: string): ProviderSpec['pools'][string] {
    const spec = this.spec.pools[pool];
    if (spec === undefined) throw new Error(`no pool ${pool}`);
    return spec;
  }
}

/** InputError when tenants would come more often than there is time to count them. */
function checkArrivals(load: Steps, pool: Pool | undefined): void {
  const most = load.value.reduce((highest, value) => Math.max(highest, value), 0);
  const perSecond = (most * (pool?.nominalSlots ?? 0)) / ((pool?.meanHold ?? 1) / 1e6);
  if (perSecond <= mostPerSecond) return;
  const message = `${Math.round(perSecond)} arrivals of other tenants a second, expected at most ${mostPerSecond}`;
  throw new InputError([{ key: 'load', message }]);
}

/** Problems with a curve name the key it stands at. */
function atKey<Made>(key: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.problems.map(({ message }) => ({ key, message })));
  }
}
