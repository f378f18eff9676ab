import type { Command } from 'commander';
import { stringify } from 'yaml';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { visible } from '../../sim/kernel/visible.ts';
import type { Loaded } from '../scenario/load.ts';
import { estimateLines } from './estimate-lines.ts';
import { addScenarioFlags, loadWith, type ScenarioFlags } from './scenario-flags.ts';

interface ValidateFlags extends ScenarioFlags {
  readonly resolved?: boolean;
}

export function configure(command: Command): void {
  addScenarioFlags(command)
    .option('--resolved', 'print each scenario with every default, and what to expect of a run')
    .addHelpText(
      'after',
      '\nExamples:\n  at-capacity validate my.yaml\n  at-capacity validate examples/*.yaml\n  at-capacity validate my.yaml --resolved --set seed=9',
    )
    .action((files: readonly string[], flags: ValidateFlags) => validate(files, flags));
}

/** Checks every file before it fails, so that one call shows all that is wrong. */
async function validate(files: readonly string[], flags: ValidateFlags): Promise<void> {
  const problems: Problem[] = [];
  const texts: string[] = [];
  for (const file of files) {
    try {
      texts.push(textOf(file, await loadWith({ file }, flags), flags.resolved === true));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(...error.problems);
    }
  }
  process.stdout.write(texts.join(flags.resolved === true ? '---\n' : ''));
  if (problems.length > 0) throw new InputError(problems);
}

function textOf(file: string, { scenario, written, warnings }: Loaded, resolved: boolean): string {
  if (resolved) {
    const comment = estimateLines(scenario).map((line) => `# ${line}\n`);
    return comment.join('') + stringify(written, { lineWidth: 0, aliasDuplicateObjects: false });
  }
  const { strategies, replications } = scenario;
  const found = `${strategies.length} strateg${strategies.length === 1 ? 'y' : 'ies'}, ${replications} replication${replications === 1 ? '' : 's'}`;
  return [`${visible(file)}: ok, ${found}`, ...warnings.map((warning) => `  warning: ${visible(warning)}`), ''].join('\n');
}
