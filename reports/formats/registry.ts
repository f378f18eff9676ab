import { csv } from './csv/csv.ts';
import { attemptsFile, requestsFile } from './csv/raw.ts';
import type { Format, KnownFile } from './format.ts';
import { html } from './html/html.ts';
import { json } from './json.ts';
import { markdown } from './markdown/markdown.ts';
import { terminal } from './terminal/terminal.ts';

/** Every format by name. */
export const formats = { terminal, json, csv, markdown, html } satisfies Record<string, Format>;

/** Files that a run may leave in its output folder, for `writeFiles`. */
export const knownFiles: readonly KnownFile[] = [...Object.values(formats).flatMap(({ files }) => files), requestsFile, attemptsFile];
