import { basename, extname } from 'node:path';
import { asStored } from '../../reports/formats/json.ts';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { type BaselinePlace, baselinePlace, isBaselineFolder, readBaseline } from '../check/baseline.ts';
import type { Entry } from '../check/rounds.ts';
import { runScenario } from '../run/run.ts';
import type { Loaded } from '../scenario/load.ts';
import { slug } from '../scenario/source.ts';
import type { CheckPlan } from './check-plan.ts';
import { diverted } from './diverted.ts';
import type { Interrupt } from './interrupt.ts';
import type { Progress } from './progress.ts';
import { loadWith } from './scenario-flags.ts';

/** MODEL: as many tell most changes, and so many where they do not. */
const usualLeast = 10;
const usualMost = 40;

export interface PlacedEntry extends Entry {
  readonly place: BaselinePlace | undefined;
}

interface Opened {
  readonly file: string;
  readonly loaded: Loaded;
  readonly key: string;
}

/** Loads every scenario; what is wrong with any of them is said of all at once. */
export async function openEntries(plan: CheckPlan, progress: Progress, interrupt: Interrupt): Promise<readonly PlacedEntry[]> {
  const problems: Problem[] = [];
  const opened: Opened[] = [];
  for (const file of plan.files) {
    try {
      const loaded = await interrupt.unheard(() => load(file, plan));
      for (const warning of loaded.warnings) progress.tell(`warning: ${visible(file)}: ${visible(warning)}`);
      const key = slug(file === '-' ? loaded.scenario.name : basename(file, extname(file)));
      opened.push({ file, loaded, key });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(...error.problems);
    }
  }
  problems.push(...opened.flatMap((each) => entryProblems(each, opened, plan)));
  if (problems.length > 0) throw new InputError(problems);
  return opened.map((each) => entryOf(each, plan, progress, interrupt));
}

function load(file: string, { flags }: CheckPlan): Promise<Loaded> {
  const { set, requests, seed, only } = flags;
  const changes = { set, vary: [], ...(requests === undefined ? {} : { requests }), ...(seed === undefined ? {} : { seed }) };
  return loadWith({ file, adHoc: undefined, only }, changes);
}

function entryProblems({ file, loaded, key }: Opened, all: readonly Opened[], { baseline }: CheckPlan): readonly Problem[] {
  if (baseline === undefined)
    return Object.keys(loaded.scenario.slo).length > 0
      ? []
      : [{ file, message: 'has no slo:, and there is no --baseline: there is nothing to check' }];
  if (all.length > 1 && !isBaselineFolder(baseline))
    return [{ file: '--baseline', message: `is one file, and there are ${all.length} scenarios; give a folder` }];
  const other = all.find((each) => each.key === key);
  return other?.file === file
    ? []
    : [{ file, message: `has the same baseline as ${other?.file}, ${key}.json; give one of them another name` }];
}

function entryOf({ file, loaded, key }: Opened, plan: CheckPlan, progress: Progress, interrupt: Interrupt): PlacedEntry {
  const { scenario } = loaded;
  const place = plan.baseline === undefined ? undefined : baselinePlace(plan.baseline, key, plan.files.length === 1);
  const least = plan.least ?? Math.min(Math.max(usualLeast, scenario.replications), plan.most ?? Number.POSITIVE_INFINITY);
  const most = Math.max(least, plan.most ?? usualMost);
  const read = place === undefined ? undefined : readBaseline(place.read);
  // The first baseline has none before it.
  const first = plan.update && read !== undefined && 'faults' in read && read.missing;
  return {
    file,
    place,
    baselinePath: place === undefined || first ? null : place.read,
    baseline: read !== undefined && 'result' in read ? read.result : null,
    faults: read !== undefined && 'faults' in read && !first ? read.faults : [],
    some: plan.flags.only.length > 0,
    least: plan.update ? most : least,
    most,
    run: async (count) => {
      const { signal } = interrupt;
      const onProgress = ({ done, total }: { readonly done: number; readonly total: number }) =>
        progress.line(`${visible(file)}: ${done} of ${Math.max(total, count * scenario.strategies.length)} runs done`);
      const options = { workers: plan.workers, signal, onProgress, fresh: false };
      return asStored(await diverted(() => runScenario({ ...scenario, replications: count }, options)));
    },
  };
}
