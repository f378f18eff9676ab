import { move, transferableSymbol, valueSymbol } from 'piscina';
import { loadModules } from '../scenario/modules.ts';
import type { Modules } from '../strategy/custom.ts';
import { type JobOutcome, runJob } from './job.ts';
import type { Job } from './simulation.ts';

let loaded: { readonly urls: string; readonly modules: Promise<Modules> } | undefined;

/** Entry of a worker thread: one job, its samples handed over and not copied. */
export async function work(job: Job): Promise<unknown> {
  const urls = JSON.stringify(job.scenario.modules);
  if (loaded?.urls !== urls) loaded = { urls, modules: loadModules(job.scenario.modules) };
  const outcome = runJob(job, await loaded.modules);
  return move({ [transferableSymbol]: buffersOf(outcome), [valueSymbol]: outcome });
}

function buffersOf(outcome: JobOutcome): ArrayBuffer[] {
  if (!('output' in outcome)) return [];
  return Object.values(outcome.output.samples).map((samples) => samples.buffer as ArrayBuffer);
}
