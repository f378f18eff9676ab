import { z } from 'zod';
import { flow } from '../../../harness/scenario/schema-docs.ts';
import { alternatives, definitionOf, metaOf } from '../../../harness/scenario/schema-walk.ts';
import { adapters } from '../../../harness/strategy/adapt/registry.ts';
import { breakers } from '../../../harness/strategy/breaker/registry.ts';
import { budgets } from '../../../harness/strategy/budget/registry.ts';
import { classifiers } from '../../../harness/strategy/classify/registry.ts';
import { hedges } from '../../../harness/strategy/hedge/registry.ts';
import { limits } from '../../../harness/strategy/limit/registry.ts';
import { paces } from '../../../harness/strategy/pace/registry.ts';
import type { Preset } from '../../../harness/strategy/presets/preset.ts';
import { presets } from '../../../harness/strategy/presets/registry.ts';
import { queues } from '../../../harness/strategy/queue/registry.ts';
import { jitters } from '../../../harness/strategy/retry/jitter/registry.ts';
import { retries } from '../../../harness/strategy/retry/registry.ts';
import { routes } from '../../../harness/strategy/route/registry.ts';
import { arrivals } from '../../../harness/workload/arrivals/registry.ts';
import { traceFormats } from '../../../harness/workload/traces/registry.ts';
import { curves } from '../../../sim/curves/registry.ts';
import type { Plugin, Registry } from '../../../sim/kernel/plugin.ts';

type AnyRegistry = Registry<unknown, never>;
type AnyPlugin = Plugin<unknown, unknown, never>;

interface Family {
  readonly registry: AnyRegistry;
  /** An entry as it stands in a scenario, from its name and an example of its options. */
  readonly written: (name: string, options: unknown) => unknown;
}

const bare = (options: unknown) => JSON.stringify(options) === '{}';
const behind = (key: string) => (name: string, options: unknown) => ({ [key]: bare(options) ? name : { [name]: options } });

const families: Readonly<Record<string, Family>> = {
  adapt: { registry: adapters, written: behind('adapt') },
  classify: { registry: classifiers, written: behind('classify') },
  budget: { registry: budgets, written: behind('budget') },
  retry: { registry: retries, written: behind('retry') },
  jitter: { registry: jitters, written: behind('jitter') },
  limit: { registry: limits, written: behind('limit') },
  queue: { registry: queues, written: (name, options) => ({ queue: { order: bare(options) ? name : { [name]: options } } }) },
  route: { registry: routes, written: (name, options) => ({ route: { [name]: ['flagship', 'light'], ...(options as object) } }) },
  pace: { registry: paces, written: behind('pace') },
  hedge: { registry: hedges, written: behind('hedge') },
  breaker: { registry: breakers, written: behind('breaker') },
  // `low` and `high` stand beside the name of a profile.
  curves: { registry: curves, written: (name, options) => ({ load: name === 'curve' ? options : { [name]: options } }) },
  arrivals: { registry: arrivals, written: behind('arrivals') },
  traces: { registry: traceFormats, written: behind('format') },
};

/** Every generated part of the page by the name in its marker. */
export function generatedParts(): ReadonlyMap<string, string> {
  const parts = Object.entries(families).map(([name, family]) => {
    const entries = Object.values(family.registry).map((plugin) => entry(plugin, family));
    return [name, entries.join('\n\n')] as const;
  });
  return new Map([...parts, ['presets', Object.values(presets).map(presetEntry).join('\n\n')]]);
}

/** Names that the page's headings may have. */
export function registeredNames(): ReadonlySet<string> {
  return new Set([...Object.values(families).flatMap(({ registry }) => Object.keys(registry)), ...Object.keys(presets)]);
}

function entry({ name, summary, formula, options }: AnyPlugin, { written }: Family): string {
  const example = `\`${flow(written(name, metaOf(options).examples?.[0] ?? {}))}\``;
  const formulas = formula === undefined ? [] : ['', ended(formula)];
  return [`### \`${name}\``, '', `${ended(capital(summary))} For example ${example}.`, ...formulas, ...optionTable(options)].join('\n');
}

/** The keys of the options' map, in any of their forms. */
function optionTable(schema: AnyPlugin['options']): string[] {
  const shapes = alternatives(schema).flatMap((one) => Object.entries(definitionOf(one).shape ?? {}));
  if (shapes.length === 0) return [];
  if (Object.keys(curves).every((name) => shapes.some(([key]) => key === name)))
    return ['', 'It is a number, or one of the [curves](#curves).'];
  const rows = shapes.map(([key, option]) => {
    const { description = '', examples = [] } = metaOf(option);
    return `| ${[`\`${key}\``, description, usual(option), `\`${flow(examples[0])}\``].map(cell).join(' | ')} |`;
  });
  return ['', '| option | what it is | default | example |', '|---|---|---|---|', ...rows];
}

/** The default as written in a file; empty for an option that may be left out without one. */
function usual(option: z.ZodType): string {
  for (let at: z.ZodType | undefined = option; at !== undefined; at = definitionOf(at).innerType) {
    const { type, defaultValue, innerType } = definitionOf(at);
    if (type === 'optional') return '';
    if (type === 'prefault') return `\`${flow(defaultValue)}\``;
    if (type === 'default' && innerType !== undefined) return `\`${flow(z.encode(innerType, defaultValue))}\``;
  }
  return 'required';
}

function presetEntry({ name, summary, source, strategy, lacks }: Preset): string {
  const yaml = ['```yaml', flow({ name, ...strategy }), '```'];
  const missing = lacks === undefined ? [] : ['', `Not there yet: ${lacks}.`];
  return [`### \`${name}\``, '', ended(capital(summary)), '', ...yaml, '', `Source: ${source}.`, ...missing].join('\n');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
