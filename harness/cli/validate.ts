import type { Command } from 'commander';
import { stringify } from 'yaml';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { visible } from '../../sim/kernel/visible.ts';
import type { Loaded } from '../scenario/load.ts';
import { drillLines } from './drill-lines.ts';
import { estimateLines } from './estimate-lines.ts';
import { exitCodes } from './exit.ts';
import { addScenarioFlags, loadWith, type ScenarioFlags } from './scenario-flags.ts';

interface ValidateFlags extends ScenarioFlags {
  readonly drill?: boolean;
  readonly resolved?: boolean;
}

export function configure(command: Command): void {
  addScenarioFlags(command)
    .option('--resolved', 'print each scenario with every default, and what to expect of a run')
    .option('--drill', 'send each target of each route alone a short slice of the workload; exit 3 when one gives no usable answer')
    .addHelpText(
      'after',
      '\nExamples:\n  at-capacity validate my.yaml\n  at-capacity validate examples/*.yaml\n  at-capacity validate my.yaml --resolved --set seed=9\n  at-capacity validate examples/fallback.yaml --drill',
    )
    .action((files: readonly string[], flags: ValidateFlags) => validate(files, flags));
}

/** Checks every file before it fails, so that one call shows all that is wrong. */
async function validate(files: readonly string[], flags: ValidateFlags): Promise<void> {
  const problems: Problem[] = [];
  const texts: string[] = [];
  for (const file of files) {
    try {
      const loaded = await loadWith({ file }, flags);
      texts.push(flags.drill === true ? await drillText(file, loaded) : textOf(file, loaded, flags.resolved === true));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(...error.problems);
    }
  }
  process.stdout.write(texts.join(flags.resolved === true && flags.drill !== true ? '---\n' : ''));
  if (problems.length > 0) throw new InputError(problems);
}

/** Every target alone; sets the exit code when one does not work. */
async function drillText(file: string, { scenario, warnings }: Loaded): Promise<string> {
  const { drill } = await import('../run/drill.ts');
  const targets = await drill(scenario);
  if (targets.some(({ works }) => !works)) process.exitCode = exitCodes.gateFailed;
  return [...drillLines(file, targets), ...warnings.map(warningLine), ''].join('\n');
}

function warningLine(warning: string): string {
  return `  warning: ${visible(warning)}`;
}

function textOf(file: string, { scenario, written, warnings }: Loaded, resolved: boolean): string {
  if (resolved) {
    const comment = estimateLines(scenario).map((line) => `# ${line}\n`);
    return comment.join('') + stringify(written, { lineWidth: 0, aliasDuplicateObjects: false });
  }
  const { strategies, replications } = scenario;
  const found = `${strategies.length} strateg${strategies.length === 1 ? 'y' : 'ies'}, ${replications} replication${replications === 1 ? '' : 's'}`;
  return [`${visible(file)}: ok, ${found}`, ...warnings.map(warningLine), ''].join('\n');
}
