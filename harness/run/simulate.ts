import { stringify } from 'yaml';
import type { Result } from '../../reports/result/result.ts';
import { loadScenario } from '../scenario/load.ts';
import type { RunOptions } from './options.ts';
import { runScenario } from './run.ts';

/** How `simulate` runs a scenario. */
export interface SimulateOptions extends RunOptions {
  /** Folder that relative names in the scenario start from; default the working folder. */
  readonly folder?: string | undefined;
}

/**
 * Runs a scenario: an object in the grammar of scenario files, or the text of one. Throws InputError with everything that
 * is wrong with it. `workers: 0` runs in this thread.
 */
export async function simulate(scenario: string | object, options: SimulateOptions = {}): Promise<Result> {
  const text = typeof scenario === 'string' ? scenario : stringify(scenario);
  const loaded = await loadScenario({ text, folder: options.folder });
  return runScenario(loaded.scenario, options);
}
