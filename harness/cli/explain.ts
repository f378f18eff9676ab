import type { Command } from 'commander';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { explainRequest } from '../run/explain.ts';
import { hint } from '../scenario/suggest.ts';
import { parseCount } from './count.ts';
import { diverted } from './diverted.ts';
import { collector } from './problems.ts';
import { addScenarioFlags, loadWith, type ScenarioFlags } from './scenario-flags.ts';

interface ExplainFlags extends ScenarioFlags {
  readonly request?: string;
  readonly strategy?: string;
  readonly replication: string;
}

export function configure(command: Command): void {
  addScenarioFlags(
    command
      .option('--request <n>', 'which one, by its place in the order of arrival, from 0 (required)')
      .option('--strategy <name>', 'under which strategy (required)')
      .option('--replication <n>', 'in which replication, from 0', '0'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  at-capacity explain peak-day --request 20000 --strategy naive --quick\n  at-capacity explain my.yaml --request 17 --strategy naive --replication 2',
    )
    .action((file: string, flags: ExplainFlags) => explain(file, flags));
}

const mostRequests = 1_000_000_000;

async function explain(file: string, flags: ExplainFlags): Promise<void> {
  const { problems, attempt } = collector();
  const request = attempt(() => parseCount('--request', flags.request, 0, mostRequests));
  const replication = attempt(() => parseCount('--replication', flags.replication, 0, mostRequests)) ?? 0;
  if (flags.request === undefined) problems.push({ file: '--request', message: 'expected which request to explain, found nothing' });
  const loaded = await loadWith({ file }, flags).catch((error: unknown) => {
    if (error instanceof InputError)
      throw new InputError([...problems, ...(flags.strategy === undefined ? [noneNamed([])] : []), ...error.problems]);
    throw error;
  });
  const { scenario } = loaded;
  const strategy = flags.strategy ?? '';
  const names = scenario.strategies.map(({ name }) => name);
  if (flags.strategy === undefined) problems.push(noneNamed(names));
  else if (!names.includes(strategy)) problems.push(noStrategy(strategy, names));
  if (problems.length > 0 || request === undefined) throw new InputError(problems);
  const lines = await diverted(() => explainRequest(scenario, { request, replication, strategy }));
  process.stdout.write(`${lines.map(visible).join('\n')}\n`);
}

function noneNamed(names: readonly string[]): Problem {
  return { file: '--strategy', message: `expected the name of a strategy, found nothing${names.length === 0 ? '' : hint('', names)}` };
}

function noStrategy(name: string, names: readonly string[]): Problem {
  return { file: '--strategy', message: `no strategy is called ${name}${hint(name, names)}` };
}
