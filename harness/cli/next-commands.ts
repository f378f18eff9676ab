import type { Report } from '../../reports/formats/format.ts';
import { commandLine } from './command-line.ts';
import type { RunPlan } from './run-plan.ts';
import { typedFlags } from './scenario-flags.ts';

/** Three commands worth typing after this run. */
export function nextCommands(plan: RunPlan, report: Report, folder: string): readonly string[] {
  const args = [...(plan.file === undefined || plan.file === '-' ? [] : [explain(plan.file, plan, report)]), ...others(plan, folder)];
  const builtIn = plan.file === undefined && plan.adHoc === undefined;
  return [...(builtIn ? [explain('peak-day', plan, report)] : []), ...args].slice(0, 3).map((words) => commandLine(words));
}

/** The life of a request that failed, else of the slowest one. */
function explain(file: string, { flags }: RunPlan, { result }: Report): readonly string[] {
  const kept = result.strategies
    .map(({ name, failed, slowest }) => ({ name, request: failed[0] ?? slowest[0], failures: failed.length }))
    .toSorted((a, b) => Number(b.failures > 0) - Number(a.failures > 0))
    .find(({ request }) => request !== undefined);
  const { entity, replication } = kept?.request ?? { entity: 0, replication: 0 };
  const which = ['--request', String(entity), '--strategy', kept?.name ?? result.scenario.baseline];
  return [
    'explain',
    file,
    ...which,
    ...(replication === 0 ? [] : ['--replication', String(replication)]),
    ...typedFlags({ ...flags, replications: undefined }),
  ];
}

function others(plan: RunPlan, folder: string): readonly (readonly string[])[] {
  const { file, flags } = plan;
  if (file === undefined || file === '-') return [['init'], ['list', 'retry'], ['report', folder, '--format', 'markdown']];
  const limited = flags.vary.length === 0 ? [['run', file, '--vary', 'limit=1..12']] : [];
  return [...limited, ['validate', file, '--resolved'], ['report', folder, '--format', 'markdown']];
}
