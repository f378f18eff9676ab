import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createJiti } from 'jiti';
import { type ExportTarget, folderOf } from '../../export/client-of.ts';

interface Failure {
  readonly class: string;
  readonly begun?: boolean;
}

type Ask = (target: string, signal: AbortSignal) => Promise<string>;

/** What `at-capacity export` writes exports, as far as callers need it. */
interface Written {
  readonly HttpError: new (status: number, headers: Headers, body: string) => Error;
  readonly checked: (response: Response) => Promise<Response>;
  readonly classifyError: (error: unknown) => Failure;
  readonly createClient: (classify: (error: unknown) => Failure) => (ask: Ask) => Promise<string>;
  readonly request: (ask: Ask, signal: undefined, classify: (error: unknown) => Failure) => Promise<string>;
  readonly createOpenAI: (options: object) => OpenAI;
  readonly createProvider: (options: object) => { chat(model: string): unknown };
  readonly noRetries: object;
}

interface OpenAI {
  readonly chat: { readonly completions: { create(body: object): Promise<unknown> } };
}

/** Where and how a caller asks, and what it took each attempt for: `model class`; client libraries tell nothing. */
export interface Call {
  readonly baseURL: string;
  readonly fetch: typeof fetch;
  readonly stream: boolean;
  readonly heard: string[];
}

/** A stream that ended without its end mark. */
class Broken extends Error {
  override readonly name = 'Broken';
}

const messages = [{ role: 'user', content: 'Hello' }];

/** A program's own call of a model, around what was written for a target in this process; rejects when all is used up. */
export async function callerOf(target: ExportTarget, text: string, call: Call): Promise<() => Promise<unknown>> {
  const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false });
  const folder = folderOf(text);
  const written = await jiti.import<Written>(join(folder, 'strategy.ts'));
  const classify = (error: unknown): Failure =>
    error instanceof Broken ? { class: 'truncated', begun: true } : written.classifyError(error);
  const asked = asking(written, classify, call);
  switch (target) {
    case 'typescript': {
      const request = written.createClient(classify);
      return () => request(asked);
    }
    case 'p-retry':
      return () => written.request(asked, undefined, classify);
    case 'openai-sdk': {
      const openai = written.createOpenAI({ baseURL: call.baseURL, fetch: call.fetch, apiKey: 'none' });
      return () => openai.chat.completions.create({ model: 'big', messages });
    }
    case 'ai-sdk': {
      const { generateText } = await jiti.import<{ generateText(options: object): Promise<unknown> }>(
        pathToFileURL(join(folder, 'node_modules', 'ai', 'dist', 'index.js')).href,
      );
      const provider = written.createProvider({ baseURL: call.baseURL, fetch: call.fetch, apiKey: 'none' });
      return () => generateText({ model: provider.chat('big'), messages, ...written.noRetries });
    }
  }
}

function asking(written: Written, classify: (error: unknown) => Failure, { baseURL, fetch, stream, heard }: Call): Ask {
  return async (target, signal) => {
    try {
      const response = await fetch(`${baseURL}/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer none', 'content-type': 'application/json' },
        body: JSON.stringify({ model: target, messages, stream }),
        signal,
      });
      const { headers, status } = await written.checked(response);
      const text = await response.text();
      if (stream) check(text, (body) => new written.HttpError(status, headers, body));
      heard.push(`${target} ok`);
      return text;
    } catch (error) {
      heard.push(`${target} ${classify(error).class}`);
      throw error;
    }
  };
}

/** Throws for an error event, and when the end mark is missing. */
function check(text: string, errorOf: (body: string) => Error): void {
  const events = text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice('data: '.length)] : []));
  const error = events.find((event) => event.startsWith('{') && 'error' in (JSON.parse(event) as object));
  if (error !== undefined) throw errorOf(error);
  if (!events.includes('[DONE]')) throw new Broken();
}
