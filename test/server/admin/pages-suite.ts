import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { basePaths } from '../../../harness/testing/base-urls.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import type { JournalPage } from '../../../sim/server/admin/journal.ts';
import { names, page, table } from '../../docs/page.ts';
import { administered } from './administered.ts';

const controls = page('docs/controls.md');
const testing = page('docs/testing.md');
const scenario = { provider: { models: { big: { slots: 1, service: '1ms', quota: { rpm: 600 } } } } };

/** `GET /_admin/state` and so on, as fastify prints them: a tree; HEAD, and a stroke at the end, it adds by itself. */
function routesOf(printed: string): readonly string[] {
  const above: string[] = [];
  return printed.split('\n').flatMap((line) => {
    const [, branch = '', path = '', methods = ''] = /^([│├└─\s]*)(\S+) \((.*)\)$/.exec(line) ?? [];
    const depth = branch.length / 4;
    above[depth] = path;
    const whole = above.slice(0, depth + 1).join('');
    if (!/^\/(_admin\/?[^/]|_admin$|metrics$)/.test(whole)) return [];
    return methods.split(', ').flatMap((method) => (method === 'HEAD' ? [] : [`${method} ${whole}`]));
  });
}

describe('docs/controls.md', () => {
  test('has every path of the admin API, and no others', async () => {
    const { server } = await administered(scenario);
    const told = table(controls, 'The admin API').flatMap(([cell = '']) =>
      names(cell).map((each) => each.replace('NAME', ':pool').replace('ID', ':id')),
    );
    expect(told.toSorted()).toEqual([...routesOf(server.printRoutes({ commonPrefix: false }))].toSorted());
  });

  test('has every key of an entry of the journal', async () => {
    const { ask, call } = await administered(scenario);
    await call();
    const [entry = {}] = (await ask<JournalPage>('GET', 'journal')).body.entries;
    const told = table(controls, 'The journal').flatMap(([cell = '']) => names(cell));
    expect(told.toSorted()).toEqual(Object.keys(entry).toSorted());
  });

  test('has every metric with its type and its labels', async () => {
    const { server, call } = await administered(scenario);
    await call({ stream: true });
    const text = (await server.inject('/metrics')).payload;
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => {
      const sample = new RegExp(`^${name}(?:_sum)?(?:\\{(.*)\\})? `, 'm').exec(text)?.[1] ?? '';
      return [name, type, [...sample.matchAll(/(\w+)="/g)].map(([, label]) => label)];
    });
    const told = table(controls, 'Metrics').map(([name = '', type, labels = '']) => [
      names(name)[0],
      type,
      labels.split(/, (?=`\w+`(?::|,|$))/).flatMap((label) => (label === '' ? [] : [names(label)[0]])),
    ]);
    const sorted = (rows: readonly (readonly unknown[])[]) => rows.map((row) => JSON.stringify(row)).toSorted();
    expect(
      sorted(
        told.map(([name, type, labels]) => [
          name,
          type,
          (labels as string[]).filter((label) => !['tenants', 'output', 'rejected', 'answered', 'left'].includes(label)),
        ]),
      ),
    ).toEqual(sorted(types));
  });

  test('its requests do what they say, on the built-in day', async () => {
    const text = readFileSync(packagePath('sim', 'presets', 'peak-day.yaml'), 'utf8');
    const { server } = await administered(text, { folder: packagePath('sim', 'presets') });
    const requests = [...controls.text.matchAll(/^curl -X (\w+) http:\/\/127\.0\.0\.1:4010(\S+) .*\\\n {2}-d '(.*)'$/gm)];
    expect(requests.length).toBe(3);
    for (const [, method, url = '', payload = ''] of requests) {
      const headers = { 'content-type': 'application/json' };
      const reply = await server.inject({ method: method as 'PUT' | 'POST', url, headers, payload });
      expect([url, reply.statusCode]).toEqual([url, method === 'PUT' ? 200 : 201]);
    }
    const { curves, faults } = {
      curves: (await server.inject('/_admin/curves')).json(),
      faults: (await server.inject('/_admin/faults')).json(),
    };
    expect([curves.pools.big.now.slots, faults.faults.map(({ id }: { id: string }) => id)]).toEqual([30, ['mine', 'script:flagship']]);
  });

  test('has every option of serve that it is about', () => {
    const text = readFileSync(packagePath('harness', 'cli', 'serve.ts'), 'utf8');
    const options = [...text.matchAll(/\.option\('--([\w-]+)/g)].map(([, name]) => name);
    const elsewhere = ['port', 'at', 'set'];
    expect(options.filter((name) => !elsewhere.includes(name ?? '') && !controls.text.includes(`--${name}`))).toEqual([]);
  });
});

describe('docs/testing.md', () => {
  test('has the base URL of every dialect', () => {
    const rows = table(testing, 'Base URLs').map(([name = '', path = '']) => [names(name)[0], names(path)[0]]);
    expect(rows).toEqual(Object.entries(basePaths).map(([name, path]) => [name, `/${name}${path}`]));
  });

  test('has every member of what startProvider gives, and every option', () => {
    const text = readFileSync(packagePath('harness', 'testing', 'start-provider.ts'), 'utf8');
    const members = keysOf(text, 'StartedProvider');
    const told = table(testing, 'What it gives').flatMap(([cell = '']) => names(cell).map((name) => name.replace(/\(.*/, '')));
    expect(told).toEqual(members);
    const serve = readFileSync(packagePath('harness', 'serve', 'serve-scenario.ts'), 'utf8');
    const build = readFileSync(packagePath('harness', 'serve', 'build-provider.ts'), 'utf8');
    const options = [...keysOf(text, 'StartOptions'), ...keysOf(serve, 'ServeOptions'), ...keysOf(build, 'BuildOptions')];
    expect(
      table(testing, 'What startProvider takes')
        .flatMap(([cell = '']) => names(cell))
        .toSorted(),
    ).toEqual(options.toSorted());
  });
});

/** Names of the members of an interface. */
function keysOf(text: string, name: string): string[] {
  const body = new RegExp(`^export interface ${name}[^{]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(text)?.[1] ?? '';
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?(<:]/gm)].map(([, key = '']) => key);
}
