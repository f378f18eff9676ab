import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { Format, Report } from '../../reports/formats/format.ts';
import { overlay } from '../../reports/formats/overlay.ts';
import { formats, knownFiles } from '../../reports/formats/registry.ts';
import { writeFiles } from '../../reports/formats/write.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { differencesOf, differencesText } from './differences.ts';
import { formatNamed } from './formats.ts';
import { nameProblems } from './name-problems.ts';
import { openPage } from './open-page.ts';
import { checkOutputFolder } from './output-folder.ts';
import { collector } from './problems.ts';
import { damaged, readReport } from './stored-result.ts';
import { asciiOn, colourOn, columnsOf } from './surroundings.ts';

const pageName = 'report.html';

interface ReportFlags {
  readonly format?: string;
  readonly json?: boolean;
  readonly out?: string;
  readonly fallbacks?: boolean;
  readonly open?: boolean;
}

export function configure(command: Command): void {
  command
    .option('--format <name>', `how to show it: ${Object.keys(formats).join(', ')}`)
    .option('--json', 'the same as --format json')
    .option('--out <dir>', 'also write the files of the report into this folder; of two results, the page that shows both')
    .option('--open', 'open the page in your browser; it is in the folder of the result or of --out')
    .option('--fallbacks', 'the file is a record of at-capacity gateway: its switches to other models, week by week')
    .addHelpText(
      'after',
      '\nExamples:\n  at-capacity report out/peak-day\n  at-capacity report out/peak-day --format markdown\n  at-capacity report out/peak-day --open\n  at-capacity report monday/result.json tuesday/result.json\n  at-capacity report monday tuesday --out both --open\n  at-capacity report calls.csv --fallbacks',
    )
    .action((first: string, second: string | undefined, flags: ReportFlags) => report(first, second, flags));
}

async function report(first: string, second: string | undefined, flags: ReportFlags): Promise<void> {
  if (flags.fallbacks === true) {
    const { fallbacksReport } = await import('./fallbacks.ts');
    process.stdout.write(fallbacksReport(first, flags.json === true));
    return;
  }
  const { problems, attempt } = collector();
  const format = attempt(() => formatNamed(flags.format, flags.json));
  problems.push(...nameProblems('--out', 'a folder', flags.out));
  const page = flags.open === true ? pageOf(first, second, flags.out) : null;
  if (page === undefined) problems.push({ file: '--open', message: 'found no report.html beside the result; --out FOLDER writes one' });
  const one = attempt(() => readReport(first));
  const other = second === undefined ? undefined : attempt(() => readReport(second));
  if (problems.length > 0 || format === undefined || one === undefined) throw new InputError(problems);
  try {
    const written = flags.out === undefined ? [] : await (other === undefined ? rewrite(one, flags.out) : writePage(one, other, flags.out));
    process.stdout.write(await (other === undefined ? shown(one, format, written) : both(one, other, format)));
    if (page) await opened(page);
  } catch (error) {
    throw damaged(first, error);
  }
}

function shown(one: Report, format: Format, written: readonly string[]): string | Promise<string> {
  return format.print(one, {
    columns: columnsOf(process.stdout),
    colour: colourOn(process.stdout),
    ascii: asciiOn(process.stdout),
    written,
    next: [],
  });
}

/** The page to open: that of `--out`, else the one beside a single result; undefined where there is none. */
function pageOf(first: string, second: string | undefined, out: string | undefined): string | undefined {
  if (out !== undefined) return join(out, pageName);
  const beside = join(first.endsWith('.json') ? dirname(first) : first, pageName);
  return second === undefined && existsSync(beside) ? beside : undefined;
}

async function opened(page: string): Promise<void> {
  const problem = await openPage(page);
  if (problem !== null) process.stderr.write(`${problem}\n`);
}

/** One page with both results over one another. */
async function writePage(first: Report, second: Report, folder: string): Promise<readonly string[]> {
  await checkOutputFolder(folder, knownFiles);
  return (await writeFiles(folder, await formats.html.write(overlay(first, second)))).written;
}

/** Both results, then what lies between them; for programs one JSON object. */
async function both(first: Report, second: Report, format: Format): Promise<string> {
  const differences = differencesOf(first.summary, second.summary);
  if (format.name === 'json') return `${JSON.stringify({ first: first.summary, second: second.summary, differences }, undefined, 2)}\n`;
  if (format.name === 'html') return shown(overlay(first, second), format, []);
  return [await shown(first, format, []), await shown(second, format, []), differencesText(differences, columnsOf(process.stdout))].join(
    '\n',
  );
}

async function rewrite(one: Report, folder: string): Promise<readonly string[]> {
  await checkOutputFolder(folder, knownFiles);
  const files = (await Promise.all(Object.values(formats).map((format) => format.write(one)))).flat();
  return (await writeFiles(folder, files, { known: knownFiles })).written;
}
