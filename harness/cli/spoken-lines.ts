import type { Dialect } from '../../sim/dialects/dialect.ts';
import { visible } from '../../sim/kernel/visible.ts';

const chat = '/chat/completions';

/** What a client's package reads from the environment, as assignments: that of the dialect, else that of OpenAI. */
export function environmentLines({ name, api }: Dialect, address: string): readonly string[] {
  if (name === 'anthropic') return [`ANTHROPIC_BASE_URL=${address}`, 'ANTHROPIC_API_KEY=any'];
  if (name === 'azure') return [`AZURE_OPENAI_ENDPOINT=${address}`, 'AZURE_OPENAI_API_KEY=any'];
  // Who does not speak as OpenAI does is asked so below its name.
  const path = api?.endpoints.map((endpoint) => endpoint.path).find((one) => one.endsWith(chat)) ?? `/openai/v1${chat}`;
  return [`OPENAI_BASE_URL=${address}${path.slice(0, -chat.length)}`, 'OPENAI_API_KEY=any'];
}

/** A plain request for this model as `curl` sends it. */
export function curlLines({ caller }: Dialect, address: string, model: string): readonly string[] {
  if (caller === undefined) return [];
  const { path, headers, body } = caller.request({ model, text: 'Hello', stream: false, maxTokens: undefined });
  return [
    `curl ${shellWord(`${address}${path}`)} \\`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${shellQuoted(`${name}: ${value}`)} \\`),
    `  -d ${shellQuoted(escaped(body))}`,
  ];
}

/** JSON that any terminal shows as it is. */
function escaped(json: string): string {
  return visible(json.replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`));
}

function shellWord(text: string): string {
  return /^[\w:/.%-]+$/.test(text) ? text : shellQuoted(text);
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
