import type { Report } from '../../reports/formats/format.ts';
import { commandLine } from './command-line.ts';
import type { RunPlan } from './run-plan.ts';
import { typedFlags } from './scenario-flags.ts';

/** Three commands worth typing after this run. */
export function nextCommands(plan: RunPlan, report: Report, folder: string): readonly string[] {
  const whole = wholeRun(plan);
  const told = plan.file === undefined || plan.file === '-' ? [] : explain(plan.file, plan, report);
  const args = [...told, ...others(plan, report, folder)];
  const builtIn = plan.file === undefined && plan.adHoc === undefined;
  return [...whole, ...(builtIn ? explain('peak-day', plan, report) : []), ...args].slice(0, 3).map((words) => commandLine(words));
}

/** After a quick look, the same in full. */
function wholeRun({ file, adHoc, flags, only }: RunPlan): readonly (readonly string[])[] {
  if (flags.quick !== true || adHoc !== undefined || file === '-') return [];
  const place = file === undefined ? [] : [file];
  return [['run', ...place, ...only.flatMap((name) => ['--only', name]), ...typedFlags({ ...flags, quick: false })]];
}

/** The life of a request that failed, else of the slowest one; nothing where no request has ended. */
function explain(file: string, { flags }: RunPlan, { result }: Report): readonly (readonly string[])[] {
  const kept = result.strategies
    .filter((strategy) => !isCode(strategy))
    .map(({ name, failed, slowest }) => ({ name, request: failed[0] ?? slowest[0], failures: failed.length }))
    .toSorted((a, b) => Number(b.failures > 0) - Number(a.failures > 0))
    .find(({ request }) => request !== undefined);
  if (kept?.request === undefined) return [];
  const { entity, replication } = kept.request;
  const which = ['--request', String(entity), '--strategy', kept.name];
  const where = replication === 0 ? [] : ['--replication', String(replication)];
  return [['explain', file, ...which, ...where, ...typedFlags({ ...flags, replications: undefined })]];
}

/** Has no parts of ours that could be explained or changed. */
function isCode({ config }: Report['result']['strategies'][number]): boolean {
  return typeof config === 'object' && config !== null && 'code' in config;
}

/** Limits to try, of which strategy: none was swept yet, or the best was the largest tried. */
function limitsToTry({ result, summary }: Report): string | undefined {
  const { sweep } = result.scenario;
  const ship = summary.recommendation?.strategy ?? result.strategies.at(-1)?.name;
  const shipped = result.strategies.find(({ name }) => name === ship);
  if (sweep === null) return shipped === undefined || isCode(shipped) ? undefined : `${shipped.name}.limit=1..12`;
  const value = summary.recommendation?.parameter === 'limit' ? summary.recommendation.value : null;
  const tried = sweep.keys.limit ?? [];
  return value !== null && value === Math.max(...tried) ? `${sweep.strategy}.limit=${value}..${2 * value}` : undefined;
}

/** Limits around the number of slots, where a provider that is one's own alone has its best. */
function limitsAround(slots: number): string {
  if (slots <= 16) return `limit=1..${2 * slots}`;
  return `limit=${[0.25, 0.5, 0.75, 1, 1.25, 1.5, 2].map((share) => Math.round(share * slots)).join(',')}`;
}

function others(plan: RunPlan, report: Report, folder: string): readonly (readonly string[])[] {
  const { file, flags, adHoc } = plan;
  if (adHoc !== undefined && report.result.scenario.sweep === null) {
    const figures = Object.entries(adHoc).flatMap(([name, value]) => [`--${name}`, value]);
    return [['run', ...figures, ...typedFlags({ ...flags, vary: [limitsAround(Number(adHoc.slots))] })], ['init'], ['list', 'retry']];
  }
  if (file === undefined || file === '-') return [['init'], ['list', 'retry'], ['report', folder, '--format', 'markdown']];
  const range = limitsToTry(report);
  const limited = range === undefined ? [] : [['run', file, ...typedFlags({ ...flags, vary: [range] })]];
  return [...limited, ['validate', file, '--resolved'], ['report', folder, '--format', 'markdown']];
}
