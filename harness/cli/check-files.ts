import { appendFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { checkFormats } from '../../reports/formats/check/registry.ts';
import { toJson } from '../../reports/formats/json.ts';
import { openPending, writeFiles } from '../../reports/formats/write.ts';
import type { CheckReport } from '../../reports/result/check/check-report.ts';
import type { Result } from '../../reports/result/result.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { slim } from '../check/baseline.ts';
import type { PlacedEntry } from './check-entries.ts';
import type { CheckPlan } from './check-plan.ts';
import { systemReason } from './system-error.ts';

const plainly = { columns: 80, colour: false };

/** Files are tried before a minute of work and not after. */
export async function tryFiles({ junit, markdown, update }: CheckPlan, entries: readonly PlacedEntry[]): Promise<void> {
  for (const path of [junit, markdown]) if (path !== undefined) await tryFile(dirname(path), basename(path));
  for (const { place } of update ? entries : []) if (place !== undefined) await tryFile(place.folder, place.file);
}

async function tryFile(folder: string, name: string): Promise<void> {
  await (await openPending(folder, name)).abandon();
}

/** Writes what the options ask for; the step summary grows, the others are whole or not there. */
export async function writeReports(report: CheckReport, { junit, markdown, stepSummary, annotations }: CheckPlan): Promise<void> {
  const write = (path: string, content: string) => writeFiles(dirname(path), [{ name: basename(path), content }]);
  if (junit !== undefined) await write(junit, checkFormats.junit.print(report, plainly));
  if (markdown !== undefined) await write(markdown, checkFormats.markdown.print(report, plainly));
  if (annotations) process.stderr.write(checkFormats.github.print(report, plainly));
  if (stepSummary === undefined) return;
  try {
    await appendFile(stepSummary, `${checkFormats.markdown.print(report, plainly)}\n`);
  } catch (error) {
    throw new InputError([{ file: stepSummary, message: `cannot be written: ${systemReason(error)}` }]);
  }
}

/** Writes the baselines of all entries, or none. Returns their paths. */
export async function writeBaselines(entries: readonly PlacedEntry[], results: readonly Result[]): Promise<readonly string[]> {
  const files = entries.flatMap(({ place }, i) => {
    const result = results[i];
    return place === undefined || result === undefined ? [] : [{ folder: place.folder, name: place.file, content: toJson(slim(result)) }];
  });
  // All of one check are in one folder.
  const [first] = files;
  return first === undefined ? [] : (await writeFiles(first.folder, files)).written;
}
