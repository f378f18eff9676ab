import type { ForeignRun } from '../../../harness/foreign/host/job.ts';
import { type ForeignData, type ForeignOutput, run as runDay } from '../../../harness/foreign/run/foreign-run.ts';
import { type Measured, measuring } from './measured.ts';

/** The entry of a job: a whole run of code, provider, books and figures included, as `at-capacity run` has it. */
export const run: ForeignRun = async (job, _tell, alive): Promise<Measured> => {
  const measure = measuring();
  let told = false;
  const tell = (share: number): void => {
    if (told || share < 0.1) return;
    told = true;
    measure.tenth();
  };
  const outcome = (await runDay(job, tell, alive)) as ForeignOutput;
  if ('failure' in outcome) throw new Error(outcome.failure.message);
  const { ok, offered } = outcome.output.fold.requests;
  if (ok < offered - 100) throw new Error(`${(job.data as ForeignData).scenario.name}: ${ok} of ${offered} calls were answered`);
  return measure.end(offered);
};
