import type { CheckFormat } from './check-format.ts';
import { github } from './github.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { terminal } from './terminal.ts';

/** Every way to show what `check` found, by name. */
export const checkFormats = { terminal, json, markdown, junit, github } satisfies Record<string, CheckFormat>;
