import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { Format, Report } from '../../reports/formats/format.ts';
import { pageName } from '../../reports/formats/html/html.ts';
import { overlay } from '../../reports/formats/overlay.ts';
import { formats, knownFiles } from '../../reports/formats/registry.ts';
import { paint } from '../../reports/formats/terminal/paint.ts';
import { closingLines } from '../../reports/formats/terminal/sections.ts';
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
    process.stdout.write(
      await (other === undefined ? single(one, format, flags.out) : both({ first: one, second: other }, format, flags.out)),
    );
    if (page) await opened(page);
  } catch (error) {
    throw damaged(first, error);
  }
}

/** A stored result as its run showed it; its files are written again where a folder is given. */
async function single(one: Report, format: Format, out: string | undefined): Promise<string> {
  return shown(one, format, out === undefined ? [] : await rewrite(one, out));
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

interface Results {
  readonly first: Report;
  readonly second: Report;
}

/** Both results, then what lies between them; for programs one JSON object. The page of both is written where a folder is given. */
async function both({ first, second }: Results, format: Format, out: string | undefined): Promise<string> {
  const over = overlay(first, second);
  const written = out === undefined ? [] : await writePage(over, out);
  const differences = differencesOf(first.summary, second.summary, over.between ?? []);
  if (format.name === 'json') return `${JSON.stringify({ first: first.summary, second: second.summary, differences }, undefined, 2)}\n`;
  if (format.name === 'html') return shown(over, format, []);
  const whole = await Promise.all([first, second].map((one) => shown(one, format, [])));
  return [...whole, differencesText(differences, columnsOf(process.stdout)), ...closing(format, written)].join('\n');
}

/** What was written, for a reader at a terminal. */
function closing({ name }: Format, written: readonly string[]): readonly string[] {
  if (name !== 'terminal' || written.length === 0) return [];
  const lines = closingLines({ columns: columnsOf(process.stdout), colour: false, written, next: [] }, paint(colourOn(process.stdout)));
  return [`${lines.join('\n')}\n`];
}

async function writePage(over: Report, folder: string): Promise<readonly string[]> {
  await checkOutputFolder(folder, knownFiles);
  return (await writeFiles(folder, await formats.html.write(over))).written;
}

async function rewrite(one: Report, folder: string): Promise<readonly string[]> {
  await checkOutputFolder(folder, knownFiles);
  const files = (await Promise.all(Object.values(formats).map((format) => format.write(one)))).flat();
  return (await writeFiles(folder, files, { known: knownFiles })).written;
}
