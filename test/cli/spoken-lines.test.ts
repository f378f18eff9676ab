import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { curlLines, environmentLines } from '../../harness/cli/spoken-lines.ts';
import { dialectOf, dialects } from '../../sim/dialects/registry.ts';
import { built, chat } from '../server/served.ts';

const address = 'http://127.0.0.1:4010';
const model = "l'été";
const provider = (dialect: string) => ({ provider: { dialect, models: { [model]: { slots: 1, service: '0ms' } } } });

/** The words of a line as a shell reads them. */
function words(lines: readonly string[]): readonly string[] {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${lines.join('\n')}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe.each(Object.keys(dialects))('%s', (name) => {
  test('the line to try is answered', async () => {
    const [url = '', ...rest] = words(curlLines(dialectOf(name), address, model));
    const headers = rest.flatMap((word, i) => (rest[i - 1] === '-H' ? [word.split(': ') as [string, string]] : []));
    const server = await built(provider(name));
    const payload = rest.at(-1) ?? '';
    const { statusCode } = await server.inject({
      method: 'POST',
      url: url.slice(address.length),
      headers: Object.fromEntries(headers),
      payload,
    });
    expect(statusCode).toBe(200);
  });

  test('what the environment says is served', async () => {
    const [first = '', second] = environmentLines(dialectOf(name), address);
    const [variable, url = ''] = first.split('=');
    expect(second).toMatch(/^[A-Z_]+_API_KEY=any$/);
    if (variable !== 'OPENAI_BASE_URL') {
      expect(url).toBe(address);
      return;
    }
    const server = await built(provider(name));
    const asked = { method: 'POST', url: `${url.slice(address.length)}/chat/completions`, payload: { ...chat(), model } } as const;
    expect((await server.inject(asked)).statusCode).toBe(200);
  });
});
