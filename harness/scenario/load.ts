import { formatProblem, InputError, type Problem } from '../../sim/kernel/problem.ts';
import { neverRaised } from '../alarm/never-raised.ts';
import { resolveStrategies } from '../strategy/resolve.ts';
import { strategySchema } from '../strategy/schema.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import { expandWorkload } from '../workload/presets/registry.ts';
import { type AdHoc, adHocScenario } from './ad-hoc.ts';
import { customFaults } from './custom-faults.ts';
import { readDocument, type SourceDocument } from './document.ts';
import { encodeScenario } from './encode.ts';
import { check, type Fault } from './faults.ts';
import { fileFaults } from './files.ts';
import { withoutEffect } from './no-effect.ts';
import { isStructure } from './paths.ts';
import { inOrder, type Origins, placed, placedAll } from './placing.ts';
import { quick } from './quick.ts';
import { referenceFaults } from './references.ts';
import { type Resolved, resolveScenario } from './resolve.ts';
import { runFaults } from './run-faults.ts';
import type { Scenario } from './scenario.ts';
import { scenarioSchema } from './schema.ts';
import { selectStrategies } from './select.ts';
import { applySets, type Edit } from './sets.ts';
import { readSource } from './source.ts';
import { type WithFiles, withPresetPart, withStrategyFiles } from './strategy-files.ts';
import { sweepKeys, variantsOf } from './sweep.ts';
import { readVary, type Sweep, sweepFaults, writtenSweep } from './sweeping.ts';

/** What to load and how to change it; exactly one of `file`, `text` and `adHoc`. */
export interface ScenarioSource {
  /** A path, `-` for standard input, or the name of a ready scenario. */
  readonly file?: string | undefined;
  /** The text itself; `folder` is where relative names start (default: the working folder). */
  readonly text?: string | undefined;
  readonly folder?: string | undefined;
  /** `--rate 7/s --slots 8 --service 1s`. */
  readonly adHoc?: AdHoc | undefined;
  /** `a.b=c`, in order. */
  readonly sets?: readonly string[] | undefined;
  /** `limit=1..32`, `backoff.retry.attempts=1,2,4`; instead of the file's `sweep`. */
  readonly vary?: readonly string[] | undefined;
  /** Names of strategies to keep; all when empty. */
  readonly only?: readonly string[] | undefined;
  /** `workload.requests`, as typed. */
  readonly requests?: string | number | undefined;
  readonly quick?: boolean | undefined;
  /** Takes `tune:` where there is one, instead of `sweep:`. */
  readonly tuning?: boolean | undefined;
  /** The strategies alone are asked for, by a gateway: what says nothing in a run is no warning. */
  readonly strategiesAlone?: boolean | undefined;
  /** For `${NAME}`; default: the process's own. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** A scenario that was found without fault. */
export interface Loaded {
  readonly scenario: Scenario;
  /** The scenario in the grammar of its files, every default written out. */
  readonly written: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
  readonly quick: boolean;
  /** Providers whose `network.rtt` is written, not the default. */
  readonly rttWritten: readonly string[];
}

interface Opened {
  readonly document: SourceDocument | undefined;
  readonly value: unknown;
  readonly edits: readonly Edit[];
  readonly folder: string;
  readonly name: string;
}

/** Reads, checks and resolves a scenario. InputError with everything that is wrong, each at its file, line, column and key. */
export async function loadScenario(source: ScenarioSource): Promise<Loaded> {
  const { env = process.env, only = [] } = source;
  const opened = open(source, env);
  const problems: Problem[] = [...(opened.document?.problems ?? [])];
  if (opened.document?.broken === true) throw new InputError(inOrder(problems, opened.document?.file));
  const prepared = prepare(source, opened, env);
  problems.push(...prepared.problems);
  const { origins, value } = prepared;

  const checked = check(scenarioSchema, value);
  const files = fileFaults(value, opened.folder);
  const customs = await customFaults(value, opened.folder);
  const faults: Fault[] = [
    'faults' in checked ? checked.faults : [],
    referenceFaults(value),
    files.faults,
    sweepFaults(value),
    customs,
  ].flat();
  const vary = readVary(value, source.vary ?? [], only);
  problems.push(...placedAll(origins, faults), ...files.problems, ...vary.problems);
  if (problems.length > 0 || 'faults' in checked) throw new InputError(inOrder(problems, opened.document?.file));

  const resolved = resolveScenario(checked.data, opened);
  if (resolved.faults.length > 0)
    throw new InputError(resolved.faults.map(({ path, message }) => placed(origins, ['strategies', ...path], 'value', message)));
  const tuned = source.tuning === true ? writtenSweep(value, 'tune') : undefined;
  const whole = withSweep(resolved, vary.sweep ?? tuned ?? writtenSweep(value));
  const compiled = runFaults(whole);
  if (compiled.length > 0) throw new InputError(inOrder(placedAll(origins, compiled), opened.document?.file));
  const { scenario, warnings } = selectStrategies(whole, only);
  const final = source.quick === true ? quick(scenario) : scenario;
  return {
    scenario: final,
    written: encodeScenario(final),
    warnings: [
      // Tuning compares no strategy with another.
      ...(source.tuning === true ? [] : warnings),
      ...neverRaised(final.alarm ?? [], final.time.length),
      ...idleKeys(source, resolved.scenario, { value, origins }),
    ],
    quick: source.quick === true,
    rttWritten: rttWritten(value),
  };
}

/** Keys that say nothing in a run, of the strategies that are kept, each with its place. */
function idleKeys(
  { strategiesAlone = false, only = [] }: ScenarioSource,
  scenario: Scenario,
  { value, origins }: { readonly value: unknown; readonly origins: Origins },
): readonly string[] {
  const kept = (index: unknown): boolean => only.length === 0 || only.includes(scenario.strategies[Number(index)]?.name ?? '');
  const faults = strategiesAlone
    ? []
    : withoutEffect(scenario, value).filter(({ path: [list, index] }) => list !== 'strategies' || kept(index));
  return placedAll(origins, faults).map(formatProblem);
}

/** Names of the providers that say what their round trip is. */
function rttWritten(value: unknown): readonly string[] {
  if (!isStructure(value)) return [];
  const providers = { ...(isStructure(value.providers) ? value.providers : {}), default: value.provider };
  return Object.entries(providers).flatMap(([name, provider]) =>
    isStructure(provider) && isStructure(provider.network) && provider.network.rtt !== undefined ? [name] : [],
  );
}

function open(source: ScenarioSource, env: Readonly<Record<string, string | undefined>>): Opened {
  if (source.adHoc !== undefined) return { document: undefined, ...adHocScenario(source.adHoc), folder: process.cwd(), name: 'ad-hoc' };
  const read =
    source.text === undefined
      ? readSource(source.file ?? 'peak-day')
      : { text: source.text, file: 'scenario', folder: source.folder ?? process.cwd(), name: 'scenario' };
  const document = readDocument(read.text, read.file, env);
  return { document, value: document.value, edits: [], folder: read.folder, name: read.name };
}

/** The value with strategy files, options and presets of workloads put in, without `x-` keys. */
function prepare(
  source: ScenarioSource,
  opened: Opened,
  env: Readonly<Record<string, string | undefined>>,
): { readonly value: unknown; readonly origins: Origins; readonly problems: readonly Problem[] } {
  const noFiles: WithFiles['files'] = new Map();
  const before: Origins = { document: opened.document, edits: opened.edits, files: noFiles };
  const withFiles = withStrategyFiles(withoutExtensions(opened.value), opened.folder, env, (path, message) =>
    placed(before, path, 'value', message),
  );
  const sets = applySets(withFiles.value, source.sets ?? [], withPresetPart);
  const requests =
    source.requests === undefined || !hasWorkload(sets.value)
      ? undefined
      : { path: ['workload', 'requests'], option: `--requests ${source.requests}` };
  const edits = [...opened.edits, ...sets.edits, ...(requests === undefined ? [] : [requests])];
  return {
    value: withWorkload(sets.value, source.requests),
    origins: { document: opened.document, edits, files: withFiles.files },
    problems: [...withFiles.problems, ...sets.problems],
  };
}

function withoutExtensions(value: unknown): unknown {
  if (!isStructure(value) || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith('x-')));
}

function hasWorkload(value: unknown): value is { readonly workload: object } {
  return isStructure(value) && isStructure(value.workload);
}

function withWorkload(value: unknown, requests: string | number | undefined): unknown {
  if (!hasWorkload(value)) return value;
  const workload = expandWorkload(value.workload) as object;
  const number = /^\d+$/.test(String(requests)) ? Number(requests) : requests;
  return { ...value, workload: requests === undefined ? workload : { ...workload, requests: number } };
}

/** The scenario with every variant of the sweep as one more strategy. */
function withSweep({ scenario, scope }: Resolved, sweep: Sweep | undefined): Scenario {
  const base = scenario.strategies.find(({ name }) => name === sweep?.strategy);
  if (sweep === undefined || base === undefined || sweep.axes.length === 0) return scenario;
  const { variants } = variantsOf(base, sweep.axes);
  const names = variants.map(({ name }) => name);
  const taken = scenario.strategies.find(({ name }) => names.includes(name));
  if (taken !== undefined) throw new InputError([{ message: `the sweep makes a second strategy called ${taken.name}` }]);
  const resolved: StrategySpec[] = variants.flatMap((variant) => resolveStrategies([strategySchema.parse(variant)], scope).strategies);
  return {
    ...scenario,
    strategies: [...scenario.strategies, ...resolved],
    sweep: { strategy: sweep.strategy, keys: sweepKeys(sweep.axes), variants: names },
  };
}
