import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { wrap } from '../../reports/formats/terminal/width.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { visible } from '../../sim/kernel/visible.ts';
import type { Exporter } from '../export/exporter.ts';
import { exporters } from '../export/registry.ts';
import { openStrategy } from '../gateway/open-strategy.ts';
import { loadScenario } from '../scenario/load.ts';
import { presets } from '../strategy/presets/registry.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import { diverted } from './diverted.ts';
import { systemReason } from './system-error.ts';

interface ExportFlags {
  readonly to?: string;
  readonly models?: string;
  readonly out?: string;
}

const columns = 80;
const indent = 14;
const list = Object.values(exporters)
  .flatMap(({ name, summary }) => {
    const [first = '', ...rest] = wrap(summary, columns, indent);
    return [`  ${name}`.padEnd(indent) + first.trimStart(), ...rest];
  })
  .join('\n');

export function configure(command: Command): void {
  command
    .option('--to <target>', `what to write: ${Object.keys(exporters).join(', ')}`)
    .option('--models <names>', 'for a strategy that does not name its models: the first choice first, such as flagship,light')
    .option('--out <file>', 'write into this file instead of to stdout')
    .addHelpText(
      'after',
      `\nTargets:\n${list}\n\nWhat a target cannot do is said on top of what is written, and on stderr.\n\nExamples:\n  at-capacity export article-backoff --to typescript\n  at-capacity export small-team --to litellm --models flagship,light,floor\n  at-capacity export wait-then-switch examples/fallback.yaml --to openai-sdk`,
    )
    .action(async (strategy: string, scenario: string | undefined, flags: ExportFlags) => {
      const exporter = exporterNamed(flags.to);
      const spec = await diverted(() => load(strategy, scenario, flags.models));
      if (spec.code !== undefined)
        throw new InputError([{ file: strategy, message: 'is code of yours already: there is nothing to write' }]);
      const { text, missing } = exporter.write(spec);
      for (const each of missing) process.stderr.write(`not in ${exporter.name}: ${visible(each)}\n`);
      if (flags.out === undefined) process.stdout.write(text);
      else write(flags.out, text);
    });
}

function exporterNamed(name: string | undefined): Exporter {
  const known = Object.keys(exporters).join(', ');
  if (name !== undefined && Object.hasOwn(exporters, name)) return exporters[name as keyof typeof exporters];
  const message = name === undefined ? `is needed, with one of ${known}` : `unknown target ${name}; known are ${known}`;
  throw new InputError([{ file: '--to', message }]);
}

/** A strategy of a scenario by its name; without one a ready strategy, or a file that holds one. */
async function load(strategy: string, scenario: string | undefined, models: string | undefined): Promise<StrategySpec> {
  const names = models?.split(',').map((name) => name.trim()) ?? [];
  if (names.some((name) => name === '')) throw new InputError([{ file: '--models', message: 'expected names with commas between them' }]);
  if (scenario === undefined) {
    const usual = Object.hasOwn(presets, strategy) && names.length === 0 ? ['model'] : names;
    return (await openStrategy({ strategy, models: usual })).strategy;
  }
  if (models !== undefined) throw new InputError([{ file: '--models', message: 'the strategies of a scenario name their models' }]);
  const { strategies } = (await loadScenario({ file: scenario, only: [strategy] })).scenario;
  const found = strategies.find(({ name }) => name === strategy);
  if (found === undefined) throw new InputError([{ file: scenario, message: `has no strategy ${strategy}` }]);
  return found;
}

/** Into a file beside it first, so that nobody reads half of it. */
function write(path: string, text: string): void {
  const file = resolve(path);
  const beside = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(beside, text);
    renameSync(beside, file);
  } catch (error) {
    throw new InputError([{ file: path, message: `cannot be written: ${systemReason(error)}` }]);
  }
}
