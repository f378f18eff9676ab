import type { Command } from 'commander';
import { InputError } from '../../sim/kernel/problem.ts';
import { explainRequest } from '../run/explain.ts';
import { hint } from '../scenario/suggest.ts';
import { blamed } from './blame.ts';
import { parseCount } from './count.ts';
import { addScenarioFlags, loadWith, type ScenarioFlags } from './scenario-flags.ts';

interface ExplainFlags extends ScenarioFlags {
  readonly request: string;
  readonly strategy: string;
  readonly replication: string;
}

export function configure(command: Command): void {
  addScenarioFlags(
    command
      .requiredOption('--request <n>', 'which one, by its place in the order of arrival, from 0')
      .requiredOption('--strategy <name>', 'under which strategy')
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
  const request = parseCount('--request', flags.request, 0, mostRequests) ?? 0;
  const replication = parseCount('--replication', flags.replication, 0, mostRequests) ?? 0;
  const { scenario } = await loadWith({ file }, flags);
  const names = scenario.strategies.map(({ name }) => name);
  if (!names.includes(flags.strategy)) {
    const message = `no strategy is called ${flags.strategy}${hint(flags.strategy, names)}`;
    throw new InputError([{ file: '--strategy', message }]);
  }
  const lines = await explainRequest(scenario, { request, replication, strategy: flags.strategy }).catch((error: unknown) => {
    throw blamed(error, scenario.modules);
  });
  process.stdout.write(`${lines.join('\n')}\n`);
}
