import type { Plugin, Registry } from '../../sim/kernel/plugin.ts';
import { flow } from '../scenario/schema-docs.ts';
import { metaOf } from '../scenario/schema-walk.ts';
import type { Item } from './item.ts';

/** A family of plug-ins. Its registry is loaded when the family is asked for. */
export interface Family {
  readonly name: string;
  /** Where its names stand in a scenario, or behind which option. */
  readonly place: string;
  readonly summary: string;
  /** A module of the user's own may stand in the place of a name. */
  readonly custom?: true;
  readonly items: () => Promise<readonly Item[]>;
}

/** Plug-ins whose name is a key with its options behind it, written under `key`: `retry: { exponential: { base: 1s } }`. */
function tagged(key: string, registry: Registry<unknown, never>, write = writeTagged): readonly Item[] {
  return Object.entries(registry).map(([name, plugin]) => ({
    name,
    summary: plugin.summary,
    formula: plugin.formula,
    options: plugin.options,
    example: `${key}: ${flow(write(name, exampleOf(plugin)))}`,
  }));
}

function exampleOf({ options, examples }: Plugin<unknown, unknown, never>): unknown {
  return metaOf(options).examples?.[0] ?? examples[0]?.[0] ?? {};
}

/** A plug-in without options is its bare name; options that hold the plug-in's own key stand where it stands. */
function writeTagged(name: string, options: unknown): unknown {
  const keys = typeof options === 'object' && options !== null ? Object.keys(options) : undefined;
  if (keys?.length === 0) return name;
  return keys?.includes(name) === true ? options : { [name]: options };
}

export const families: readonly Family[] = [
  {
    name: 'scenarios',
    place: 'at-capacity run NAME',
    summary: 'ready scenarios',
    items: async () => (await import('./ready.ts')).readyScenarios(),
  },
  {
    name: 'presets',
    place: 'strategies: [ { preset: NAME } ]',
    summary: 'ready strategies; keys beside preset override theirs',
    items: async () => (await import('./ready.ts')).strategyPresets(),
  },
  {
    name: 'workloads',
    place: 'workload: { preset: NAME }',
    summary: 'ready workloads',
    items: async () => (await import('./ready.ts')).workloadPresetItems(),
  },
  {
    name: 'classify',
    place: 'strategies[].classify',
    summary: 'from what was seen on the wire to the class of an error',
    custom: true,
    items: async () => tagged('classify', (await import('../strategy/classify/registry.ts')).classifiers),
  },
  {
    name: 'retry',
    place: 'strategies[].retry',
    summary: 'how long to wait before the next attempt',
    custom: true,
    items: async () => tagged('retry', (await import('../strategy/retry/registry.ts')).retries),
  },
  {
    name: 'jitter',
    place: 'strategies[].retry.exponential.jitter',
    summary: 'how waits are spread',
    items: async () => tagged('jitter', (await import('../strategy/retry/jitter/registry.ts')).jitters),
  },
  {
    name: 'limit',
    place: 'strategies[].limit',
    summary: 'how many attempts may be in flight',
    custom: true,
    items: async () => tagged('limit', (await import('../strategy/limit/registry.ts')).limits),
  },
  {
    name: 'queue',
    place: 'strategies[].limit.queue.order',
    summary: 'who gets the next permit',
    custom: true,
    items: async () => tagged('order', (await import('../strategy/queue/registry.ts')).queues),
  },
  {
    name: 'budget',
    place: 'strategies[].budget',
    summary: 'how much a client may add to its own load',
    custom: true,
    items: async () => tagged('budget', (await import('../strategy/budget/registry.ts')).budgets),
  },
  {
    name: 'pace',
    place: 'strategies[].pace',
    summary: 'how attempts are spaced out',
    custom: true,
    items: async () => tagged('pace', (await import('../strategy/pace/registry.ts')).paces),
  },
  {
    name: 'hedge',
    place: 'strategies[].hedge',
    summary: 'when an attempt is sent once more',
    custom: true,
    items: async () => tagged('hedge', (await import('../strategy/hedge/registry.ts')).hedges),
  },
  {
    name: 'route',
    place: 'strategies[].route',
    summary: 'which model to try next',
    custom: true,
    items: async () => tagged('route', (await import('../strategy/route/registry.ts')).routes, besideTargets),
  },
  {
    name: 'adapt',
    place: 'strategies[].adapt',
    summary: 'what is made of an answer’s text before its caller reads it',
    custom: true,
    items: async () => tagged('adapt', (await import('../strategy/adapt/registry.ts')).adapters),
  },
  {
    name: 'breaker',
    place: 'strategies[].breaker',
    summary: 'when to leave a target that fails alone',
    custom: true,
    items: async () => tagged('breaker', (await import('../strategy/breaker/registry.ts')).breakers),
  },
  {
    name: 'arrivals',
    place: 'workload.arrivals',
    summary: 'when requests come',
    items: async () => tagged('arrivals', (await import('../workload/arrivals/registry.ts')).arrivals),
  },
  {
    name: 'traces',
    place: 'workload.arrivals.trace.format',
    summary: 'how recorded arrivals are written',
    items: async () => tagged('format', (await import('../workload/traces/registry.ts')).traceFormats),
  },
  {
    name: 'curves',
    place: 'slots, load, rate',
    summary: 'values that change over the day',
    items: async () => tagged('load', (await import('../../sim/curves/registry.ts')).curves),
  },
  {
    name: 'profiles',
    place: '{ curve: NAME, low, high }',
    summary: 'recorded and typical days, as shapes of a curve',
    items: async () => named((await import('../../sim/curves/data/registry.ts')).profiles),
  },
  {
    name: 'faults',
    place: 'provider.faults[]',
    summary: 'what goes wrong at the provider',
    items: async () =>
      tagged('faults', (await import('../../sim/provider/faults/registry.ts')).faults, (name, options) => [{ [name]: options }]),
  },
  {
    name: 'dialects',
    place: 'provider.dialect',
    summary: 'how a provider marks its errors',
    items: async () => (await import('./ready.ts')).dialectItems(),
  },
  {
    name: 'measures',
    place: 'slo, --json, columns',
    summary: 'figures of a run, and what a bound on them means',
    items: async () => (await import('./ready.ts')).measureItems(),
  },
  {
    name: 'conduct',
    place: 'strategies: [ { code: ./client.ts } ]',
    summary: 'what reports say of the retries of code of your own',
    items: async () => named((await import('../conduct/registry.ts')).findings),
  },
  {
    name: 'exports',
    place: 'at-capacity export STRATEGY --to NAME',
    summary: 'what a strategy can be written as',
    items: async () => named((await import('../export/registry.ts')).exporters),
  },
  {
    name: 'logs',
    place: 'at-capacity learn LOG --format NAME',
    summary: 'how a log of calls is written',
    items: async () => named((await import('../learn/formats/registry.ts')).logFormats),
  },
  {
    name: 'formats',
    place: 'run --format NAME',
    summary: 'how a result is shown',
    items: async () => named((await import('../../reports/formats/registry.ts')).formats),
  },
  {
    name: 'check-formats',
    place: 'check --json, --markdown FILE, --junit FILE, --annotations',
    summary: 'how what a gate found is shown',
    items: async () => named((await import('../../reports/formats/check/registry.ts')).checkFormats),
  },
];

/** The targets stand behind a route's name, its options beside it. */
function besideTargets(name: string, options: unknown): unknown {
  return { [name]: ['flagship', 'light'], ...(options as object) };
}

/** Entries whose bare name is what one writes. */
function named(registry: Readonly<Record<string, { readonly summary: string; readonly formula?: string | undefined }>>): readonly Item[] {
  return Object.entries(registry).map(([name, { summary, formula }]) => ({ name, summary, formula }));
}
