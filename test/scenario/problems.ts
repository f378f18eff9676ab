import { loadScenario, type ScenarioSource } from '../../harness/scenario/load.ts';
import { formatProblem, InputError, type Problem } from '../../sim/kernel/problem.ts';

/** What is wrong with a scenario; empty when nothing is. */
export async function problemsOf(source: ScenarioSource): Promise<readonly Problem[]> {
  try {
    await loadScenario({ env: {}, ...source });
    return [];
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
}

/** The same as the lines that a user sees, for a text. */
export async function linesFor(text: string, source: Omit<ScenarioSource, 'text'> = {}): Promise<string[]> {
  return (await problemsOf({ text, ...source })).map(formatProblem);
}
