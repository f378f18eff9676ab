import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseDocument, stringify } from 'yaml';
import { summarise } from '../../reports/result/summarise.ts';
import type { StrategySummary } from '../../reports/result/summary.ts';
import type { DialectName } from '../../sim/dialects/registry.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { runScenario } from '../run/run.ts';
import { loadScenario } from '../scenario/load.ts';

/** How `runClient` takes a client through a scenario. */
export interface RunClientOptions {
  /** What its package speaks; default the dialect of the workload's model. */
  readonly dialect?: DialectName | undefined;
  /** Folder that relative names in an object or a text start from; default the working folder. */
  readonly folder?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a client came to: its figures of `summary.json`, with `slo` and `conduct`, and the warnings of the run. */
export interface ClientDay extends StrategySummary {
  readonly warnings: readonly string[];
}

const name = 'client';

/**
 * Takes a client's module (a file URL, or a path from the working folder) through a scenario, alone, in virtual time: in a
 * process of its own, as `code:` does. The scenario is an object in the grammar of scenario files, the text of one, or the URL
 * of one; its strategies are left out. Throws InputError with everything that is wrong with it, and an Error when the client
 * fails as a strategy does: it throws while it is loaded, blocks, ends its process, or never ends.
 */
export async function runClient(client: string | URL, scenario: string | object | URL, options: RunClientOptions = {}): Promise<ClientDay> {
  const { dialect, signal } = options;
  checkArguments(client, scenario);
  const { written, folder } = await read(scenario, options.folder);
  const module = fileOf(client);
  const code = dialect === undefined ? module : { module, dialect };
  // What refers to strategies goes with them.
  const { strategies: _, sweep: __, baseline: ___, ...rest } = written;
  const alone = await loadScenario({ text: stringify({ ...rest, strategies: [{ name, code }] }), folder });
  const result = await runScenario(alone.scenario, { signal });
  const { strategies, warnings } = summarise(result);
  const [summary] = strategies;
  if (summary === undefined || result.incomplete) throw new Error('the run was interrupted');
  if (summary.failure !== null) throw new Error(`the client fails: ${summary.failure.message}`);
  return { ...summary, warnings };
}

/** JavaScript passes anything. */
function checkArguments(client: unknown, scenario: unknown): void {
  const problems = [
    ...(isPath(client) ? [] : [{ key: 'client', message: 'expected the path or the file URL of a module' }]),
    ...(typeof scenario === 'string' ||
    (typeof scenario === 'object' && scenario !== null && (!(scenario instanceof URL) || isPath(scenario)))
      ? []
      : [{ key: 'scenario', message: 'expected an object, a text, or the file URL of a scenario' }]),
  ];
  if (problems.length > 0) throw new InputError(problems);
}

function isPath(value: unknown): boolean {
  return value instanceof URL ? value.protocol === 'file:' : typeof value === 'string' && value !== '';
}

/** What is written of a scenario; one with strategies is checked as it stands, so that faults have their lines. */
async function read(
  scenario: string | object | URL,
  folder: string | undefined,
): Promise<{ readonly written: Readonly<Record<string, unknown>>; readonly folder: string | undefined }> {
  if (typeof scenario === 'object' && !(scenario instanceof URL)) return { written: { ...scenario }, folder };
  const file = scenario instanceof URL ? fileURLToPath(scenario) : undefined;
  const source = file === undefined ? { text: scenario as string, folder } : { file };
  if (file !== undefined && !existsSync(file)) throw new InputError([{ file, message: 'there is no such file' }]);
  const written = parsed(file === undefined ? (scenario as string) : readFileSync(file, 'utf8'));
  if (written?.strategies === undefined && written !== undefined) return { written, folder: file === undefined ? folder : dirname(file) };
  const loaded = await loadScenario(source);
  return { written: loaded.written, folder: loaded.scenario.folder };
}

/** Undefined when it is no map in YAML. */
function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  const document = parseDocument(text);
  const value: unknown = document.errors.length > 0 ? undefined : document.toJS();
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
}

function fileOf(client: string | URL): string {
  if (client instanceof URL) return fileURLToPath(client);
  return client.startsWith('file:') ? fileURLToPath(client) : resolve(client);
}
