import { worthTelling } from '../../reports/formats/conduct.ts';
import type { KnownFile } from '../../reports/formats/format.ts';
import { findingLines } from '../../reports/formats/terminal/finding-lines.ts';
import { paint as paintOf } from '../../reports/formats/terminal/paint.ts';
import { wrap } from '../../reports/formats/terminal/width.ts';
import { writeFiles } from '../../reports/formats/write.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { mostAttempts } from '../serve/callers/story-book.ts';
import type { CallersReport } from '../serve/callers/watch-callers.ts';
import { colourOn, columnsOf } from './surroundings.ts';

/** Widest lines of prose, however wide the terminal. */
const widest = 100;

/** What `serve --report --out` writes. */
export const conductFiles = [{ name: 'conduct.json', beginning: '{\n  "schemaVersion": 1,\n' }] as const satisfies readonly KnownFile[];

/** Says at the end of a server how its callers retried, and writes it into a folder where one is named. */
export async function tellConduct(report: CallersReport, folder: string | undefined): Promise<void> {
  process.stdout.write(conductText(report, { columns: columnsOf(process.stdout), colour: colourOn(process.stdout) }));
  if (folder === undefined) return;
  const content = `${JSON.stringify({ schemaVersion: 1, ...report }, undefined, 2)}\n`;
  const { written } = await writeFiles(folder, [{ name: conductFiles[0].name, content }], { known: conductFiles });
  process.stdout.write(`\nWritten\n${written.map((path) => `  ${visible(path)}\n`).join('')}`);
}

/** For people: nothing where nobody came. */
export function conductText(report: CallersReport, { columns, colour }: { readonly columns: number; readonly colour: boolean }): string {
  const { attempts, requests, findings } = report;
  if (attempts === 0) return '';
  const paint = paintOf(colour);
  const cells = Math.min(columns, widest);
  const title = `How callers retry: ${counted(attempts, 'attempt')} of ${counted(requests, 'request')}`;
  const lines = [
    paint.bold(title),
    ...findingLines(worthTelling(findings), { cells, indent: 2, paint }),
    ...limits(report).flatMap((note) => wrap(note, cells, 2, 2).map(paint.dim)),
  ];
  return `\n${lines.join('\n')}\n`;
}

/** What the figures leave out. */
function limits({ unclear, forgotten }: CallersReport): readonly string[] {
  return [
    ...(unclear === 0
      ? []
      : [
          `${counted(unclear, 'attempt')} not judged: other requests had the same body at the same time, and nothing says whose they are. Give each request a text of its own, or an idempotency-key that its retries keep.`,
        ]),
    ...(forgotten === 0
      ? []
      : [`${counted(forgotten, 'attempt')} not judged any more: of the oldest requests, beyond ${grouped(mostAttempts)} attempts.`]),
  ];
}

function counted(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
}
