import { appendFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { checkFormats } from '../../reports/formats/check/registry.ts';
import { toJson } from '../../reports/formats/json.ts';
import { openPending, writeFiles } from '../../reports/formats/write.ts';
import type { CheckReport } from '../../reports/result/check/check-report.ts';
import type { Result } from '../../reports/result/result.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { slim } from '../check/baseline.ts';
import type { PlacedEntry } from './check-entries.ts';
import type { CheckPlan } from './check-plan.ts';
import { isForeign } from './output-folder.ts';
import { systemReason } from './system-error.ts';

const plainly = { columns: 80, colour: false };

/** How our own files begin: in the place of any other file nothing is written. */
const beginnings = {
  baseline: '{\n  "schemaVersion": 1,\n  "tool": {\n    "name": "at-capacity",',
  junit: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="at-capacity check"',
  markdown: '<!-- at-capacity check -->',
} as const;

/** Files are tried before a minute of work and not after. */
export async function tryFiles({ junit, markdown, stepSummary, update }: CheckPlan, entries: readonly PlacedEntry[]): Promise<void> {
  if (junit !== undefined) await tryFile(junit, beginnings.junit);
  if (markdown !== undefined) await tryFile(markdown, beginnings.markdown);
  for (const { place } of update ? entries : [])
    if (place !== undefined) await tryFile(join(place.folder, place.file), beginnings.baseline);
  if (stepSummary !== undefined) await append(stepSummary, '');
}

async function tryFile(path: string, beginning: string): Promise<void> {
  await (await openPending(dirname(path), basename(path))).abandon();
  if (isForeign({ path, beginning }))
    throw new InputError([{ file: path, message: 'was not written by at-capacity check and is left alone; give another name' }]);
}

async function append(path: string, text: string): Promise<void> {
  try {
    await appendFile(path, text);
  } catch (error) {
    throw new InputError([{ file: path, message: `cannot be written: ${systemReason(error)}` }]);
  }
}

/** Writes what the options ask for; the step summary grows, the others are whole or not there. */
export async function writeReports(report: CheckReport, { junit, markdown, stepSummary, annotations }: CheckPlan): Promise<void> {
  const write = (path: string, content: string) => writeFiles(dirname(path), [{ name: basename(path), content }]);
  if (junit !== undefined) await write(junit, checkFormats.junit.print(report, plainly));
  if (markdown !== undefined) await write(markdown, checkFormats.markdown.print(report, plainly));
  if (annotations) process.stderr.write(checkFormats.github.print(report, plainly));
  if (stepSummary !== undefined) await append(stepSummary, `${checkFormats.markdown.print(report, plainly)}\n`);
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
