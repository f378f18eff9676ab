import type { Command } from 'commander';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { type Loaded, loadScenario, type ScenarioSource } from '../scenario/load.ts';
import { diverted } from './diverted.ts';
import { repeated } from './repeated.ts';

/** Options that say which scenario is meant and how it is changed; the same for every command that takes one. */
export interface ScenarioFlags {
  readonly set: readonly string[];
  readonly vary: readonly string[];
  readonly requests?: string;
  readonly replications?: string;
  readonly seed?: string;
  readonly quick?: boolean;
}

/** `words` are descriptions of options that mean something else for this command. */
export function addScenarioFlags(command: Command, words: Readonly<Record<string, string>> = {}): Command {
  const own = (name: string, usual: string): string => words[name] ?? usual;
  return command
    .option('--set <key=value>', 'another value for one key, as often as you like: --set workload.clients=5', repeated, [])
    .option('--vary <key=values>', own('vary', 'compare variants: limit=1..32, limited.retry.attempts=1,2,4'), repeated, [])
    .option('--requests <n>', 'stop after so many requests: 5000, 50k')
    .option('--replications <n>', own('replications', 'repeat with so many different draws of luck'))
    .option('--seed <n>', 'other luck')
    .option('--quick', own('quick', 'one replication, and of a run that holds a whole 10:00 to 16:00 only that'));
}

/** The flags as somebody would type them again. */
export function typedFlags({ set, vary, requests, replications, seed, quick }: ScenarioFlags): readonly string[] {
  const valued = Object.entries({ requests, replications, seed }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  return [
    ...set.flatMap((each) => ['--set', each]),
    ...vary.flatMap((each) => ['--vary', each]),
    ...valued,
    ...(quick === true ? ['--quick'] : []),
  ];
}

/** Loads a scenario as the flags say. */
export async function loadWith(place: Pick<ScenarioSource, 'file' | 'adHoc' | 'only' | 'tuning'>, flags: ScenarioFlags): Promise<Loaded> {
  const { set, vary, requests, replications, seed, quick } = flags;
  if (quick === true && replications !== undefined) {
    throw new InputError([{ file: '--quick', message: 'runs one replication; leave out --replications or --quick' }]);
  }
  const shortcuts = Object.entries({ replications, seed }).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]));
  try {
    return await diverted(() => loadScenario({ ...place, sets: [...set, ...shortcuts], vary, requests, quick }));
  } catch (error) {
    if (error instanceof InputError) throw new InputError(error.problems.map((problem) => inFlagsOwnWords(problem, shortcuts)));
    throw error;
  }
}

/** `--replications 0` is what was typed, not `--set replications=0`. */
function inFlagsOwnWords(problem: Problem, shortcuts: readonly string[]): Problem {
  const match = /^--set ((replications|seed)=(.*))$/s.exec(problem.file ?? '');
  return match?.[1] === undefined || !shortcuts.includes(match[1]) ? problem : { ...problem, file: `--${match[2]} ${match[3]}` };
}
