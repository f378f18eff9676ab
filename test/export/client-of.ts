import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { exporters } from '../../harness/export/registry.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';

/** The targets that are code. */
export type ExportTarget = Exclude<keyof typeof exporters, 'litellm'>;

/** What a user's own code asks of a target. */
const ask = `const ask = async (target, inner) => {
    const response = await checked(
      await fetch(baseURL + '/chat/completions', {
        method: 'POST',
        headers: { authorization: 'Bearer none', 'content-type': 'application/json' },
        body: JSON.stringify({ model: target, messages }),
        signal: inner,
      }),
    );
    return (await response.json()).choices[0].message.content;
  };`;

/** Clients as a user writes them, around what `at-capacity export` wrote into strategy.ts. */
const around: Readonly<Record<ExportTarget, string>> = {
  typescript: `import { checked, createClient as create } from './strategy.ts';
export function createClient({ baseURL, fetch }) {
  const request = create();
  return async ({ model, messages }, { signal }) => {
    ${ask}
    return request(ask, signal);
  };
}`,
  'p-retry': `import { checked, request } from './strategy.ts';
export async function client({ model, messages }, { baseURL, fetch, signal }) {
  ${ask}
  return request(ask, signal);
}`,
  'openai-sdk': `import { createOpenAI } from './strategy.ts';
export function createClient({ baseURL }) {
  const openai = createOpenAI({ baseURL, apiKey: 'none' });
  return async ({ model, messages }, { signal }) =>
    (await openai.chat.completions.create({ model, messages }, { signal })).choices[0].message.content;
}`,
  'ai-sdk': `import { generateText } from 'ai';
import { createProvider, noRetries } from './strategy.ts';
export function createClient({ baseURL }) {
  const provider = createProvider({ baseURL, apiKey: 'none' });
  return async ({ model, messages }, { signal }) =>
    (await generateText({ model: provider.chat(model), messages, abortSignal: signal, ...noRetries })).text;
}`,
};

const folders: string[] = [];

/** What tests leave behind. */
export function removeClients(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** What was written, as strategy.ts in a folder of its own with the packages as published beside it; the folder. */
export function folderOf(strategy: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'at-capacity-export-'));
  folders.push(folder);
  symlinkSync(packagePath('examples', 'clients', 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'strategy.ts'), strategy);
  return folder;
}

/** A client around what was written; its path. */
export function clientOf(target: ExportTarget, strategy: string): string {
  const file = join(folderOf(strategy), 'client.ts');
  writeFileSync(file, around[target]);
  return file;
}
