import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { optionKeys } from '../../harness/testing/contract/options.ts';
import { anthropicOptions } from '../../sim/dialects/anthropic/options.ts';
import { geminiOptions } from '../../sim/dialects/gemini/options.ts';
import { openaiErrors } from '../../sim/dialects/openai/errors.ts';
import { openaiOptions } from '../../sim/dialects/openai/options.ts';
import { dialectOf, dialects } from '../../sim/dialects/registry.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { start } from '../cli/at-capacity.ts';
import { blocks, names, page, table } from '../docs/page.ts';
import { built, chat, oneModel } from './served.ts';

const path = 'docs/serve.md';
const serve = page(path);

describe('docs/serve.md', () => {
  test('shows what `serve` prints when it starts; UPDATE_DOCS=1 writes it', async () => {
    const started = start(['serve', '--port', '0']);
    const last = 'Ctrl-C ends it.';
    await started.until(last);
    started.child.kill('SIGINT');
    const { code, stdout } = await started.finished;
    expect(code).toBe(0);
    const atStart = stdout.slice(0, stdout.indexOf(last) + last.length + 1);
    const printed = atStart.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:4010');
    const shown = blocks(serve).find(({ language }) => language === 'text')?.text ?? '';
    if (process.env.UPDATE_DOCS === '1')
      writeFileSync(
        packagePath(path),
        serve.text.replace(shown, () => printed),
      );
    else expect(shown).toBe(printed);
  });

  test('has the refusals of the error table', () => {
    const rows = table(serve, 'Refusals').map(([, status, type = '', code = '']) =>
      [Number(status), names(type)[0], names(code)[0]].join(' '),
    );
    const known = Object.values(openaiErrors).flatMap(({ status, type, code }) => [
      [status, type, code].join(' '),
      [200, type, code].join(' '),
    ]);
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.filter((row) => !known.includes(row))).toEqual([]);
  });

  test('names every key of the state', async () => {
    const server = await built(oneModel({ slots: 1, quota: { rpm: 60 } }));
    const state = (await server.inject('/_admin/state')).json();
    const { pools, models, counts } = state.providers.default;
    const words = new Set([...serve.text.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word));
    const keys = [state, state.time, state.requests, pools.big, models.big, models.big.refused].flatMap(Object.keys);
    expect(keys.filter((key) => !['providers', 'scenario', 'pool', 'zone', ...words].includes(key))).toEqual([]);
    expect(Object.keys(counts).length).toBeGreaterThan(10);
  });

  test('has the paths of OpenAI, and they are served', async () => {
    const server = await built(oneModel({ slots: 1, firstToken: '1ms', tokensPerSecond: 1000 }));
    const paths = table(serve, 'What it answers').flatMap(([cell = '']) => names(cell));
    expect(paths.length).toBeGreaterThan(5);
    const endpoints = dialectOf('openai').api?.endpoints.map((endpoint) => `POST ${endpoint.path}`) ?? [];
    expect(paths.filter((each) => each.startsWith('POST'))).toEqual(endpoints);
    for (const each of paths) {
      const [method, url = ''] = each.split(' ');
      for (const prefix of url.startsWith('/v1') ? ['', '/openai'] : ['']) {
        const payload = method === 'POST' ? { ...chat(), input: 'Hello' } : undefined;
        const { statusCode } = await server.inject({
          method: method as 'GET' | 'POST',
          url: prefix + url.replace('NAME', 'big'),
          ...(payload && { payload }),
        });
        expect([each, statusCode]).toEqual([each, 200]);
      }
    }
  });

  test('has every dialect with its paths; UPDATE_DOCS=1 writes them', () => {
    const rows = Object.keys(dialects).map((name) => {
      const paths = dialectOf(name).api?.endpoints.map((endpoint) => `\`${endpoint.path}\``) ?? [];
      return `| \`${name}\` | ${paths.join(', ')} |`;
    });
    const shown = /(?<=^\| dialect \| paths \|\n\|---\|---\|\n)(\|.*\|\n)+/m.exec(serve.text)?.[0] ?? '';
    const written = rows.map((row) => `${row}\n`).join('');
    if (process.env.UPDATE_DOCS === '1')
      writeFileSync(
        packagePath(path),
        readFileSync(packagePath(path), 'utf8').replace(shown, () => written),
      );
    else expect(shown).toBe(written);
  });

  test('tells of options that there are', () => {
    const told = table(serve, 'OpenAI').map(([, option = '']) => names(option)[0] ?? '');
    expect(told.length).toBeGreaterThan(4);
    expect(told.filter((option) => !optionKeys(openaiOptions).includes(option))).toEqual([]);
  });

  test.each([
    ['Anthropic', anthropicOptions],
    ['Gemini', geminiOptions],
  ] as const)('tells of every option of %s', (heading, options) => {
    const told = table(serve, heading).flatMap(([, option = '']) => names(option));
    expect(told.toSorted()).toEqual(optionKeys(options).toSorted());
  });
});

test('docs/dependencies.md has the clients under test', () => {
  const { dependencies } = JSON.parse(readFileSync(packagePath('test', 'clients', 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const rows = table(page('docs/dependencies.md'), 'Clients under test').map(([name = '', version = '']) => [names(name)[0], version]);
  expect(rows).toEqual(Object.entries(dependencies));
  expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
