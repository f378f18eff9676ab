import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { measures } from '../../reports/result/measures/registry.ts';
import { sloKeys } from '../../reports/result/measures/slo.ts';
import { causes } from '../../sim/dialects/cause.ts';
import type { Dialect } from '../../sim/dialects/dialect.ts';
import { dialectOf, dialects } from '../../sim/dialects/registry.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import type { Registry } from '../../sim/kernel/plugin.ts';
import type { WireFacts } from '../../sim/kernel/transport.ts';
import { flow } from '../scenario/schema-docs.ts';
import { presetNames } from '../scenario/source.ts';
import type { Preset } from '../strategy/presets/preset.ts';
import { presets } from '../strategy/presets/registry.ts';
import type { WorkloadPreset } from '../workload/presets/preset.ts';
import { workloadPresets } from '../workload/presets/registry.ts';
import type { Item } from './item.ts';
import { coursesOf } from './preset-courses.ts';

/** The ready scenarios; what each is stands in the comment on top of its file. */
export function readyScenarios(): readonly Item[] {
  return presetNames().map((name) => {
    const text = readFileSync(packagePath('sim', 'presets', `${name}.yaml`), 'utf8');
    const comment = /^(?:#.*\n)+/.exec(text)?.[0] ?? '';
    const { strategies } = parse(text, { merge: true }) as {
      readonly strategies: readonly { readonly name?: string; readonly preset?: string }[];
    };
    return {
      name,
      summary: comment.replace(/^# ?/gm, '').replace(/\n/g, ' ').trim(),
      formula: `Strategies: ${strategies.map((strategy) => strategy.name ?? strategy.preset ?? '').join(', ')}`,
      example: `at-capacity run ${name}`,
    };
  });
}

/** The ready strategies, with what they lack as long as a part of theirs is still to come. */
export function strategyPresets(): readonly Item[] {
  return Object.values(presets as Readonly<Record<string, Preset>>).map(({ name, summary, source, strategy, lacks }) => ({
    name,
    summary: lacks === undefined ? summary : `${summary}; still lacks ${lacks}`,
    formula: `The same as ${flow(strategy)}. Source: ${source}`,
    get table() {
      return { heading: 'When it sends, as long as it meets', rows: coursesOf(name) };
    },
    example: `strategies: ${flow([{ preset: name }])}`,
  }));
}

export function workloadPresetItems(): readonly Item[] {
  return Object.values(workloadPresets as Readonly<Record<string, WorkloadPreset>>).map(({ name, summary, workload }) => ({
    name,
    summary,
    formula: `The same as ${flow(workload)}`,
    example: `workload: ${flow({ preset: name })}`,
  }));
}

/** The dialects, with where each is served, what can be set, and how it marks every cause of a refusal. */
export function dialectItems(): readonly Item[] {
  return Object.values(dialects as Registry<Dialect>).map(({ name, summary, options, examples }) => {
    const { errors, api } = dialectOf(name);
    const table = errors('MODEL');
    const rows = causes.map((cause) => [cause, markOf(table.facts(cause, 'status'))] as const);
    const inStream = ['capacity in a stream', markOf(table.facts('capacity', 'stream'))] as const;
    const written = examples[0]?.[1];
    return {
      name,
      summary,
      formula: `Served: ${api.endpoints.map(({ path }) => `POST ${path}`).join(', ')}`,
      options,
      table: { heading: 'What a refusal looks like', rows: [...rows, inStream] },
      example: `provider: ${flow({ dialect: written === undefined ? name : { [name]: written } })}`,
    };
  });
}

/** What a classifier sees of a refusal beside its text. */
function markOf({ status, errorType, errorCode }: WireFacts): string {
  const said = [`status ${status}`, errorType && `type ${errorType}`, errorCode && `code ${errorCode}`];
  return said.filter((part) => part !== undefined && part !== '').join(', ');
}

export function measureItems(): readonly Item[] {
  const bounds = new Map(sloKeys().map(({ measure, written }) => [measure.name, written]));
  return Object.values(measures).map(({ name, unit, per, better, describe }) => {
    const bound = better === 'neither' ? 'cannot be bounded' : `a bound means ${better === 'higher' ? 'at least' : 'at most'}`;
    const written = bounds.get(name);
    return {
      name,
      summary: describe,
      formula: `Per ${per}, in ${unit}; ${bound}`,
      example: written === undefined ? undefined : `slo: { ${written} }`,
    };
  });
}
