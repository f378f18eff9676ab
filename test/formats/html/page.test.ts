import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { html } from '../../../reports/formats/html/html.ts';
import { reportHtml } from '../../../reports/formats/html/page.ts';
import { reportMarkdown } from '../../../reports/formats/markdown/markdown.ts';
import { requestClasses } from '../../../reports/result/outcome.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { peakDay } from '../peak-day.ts';
import { reportOf } from '../sample.ts';
import { reports } from './reports.ts';

const page = reportHtml(reports['the built-in day'] ?? peakDay);
const all = (text: string, pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, found]) => found ?? '');
/** What is left of a piece of page without its tags, as a reader sees it. */
const readable = (piece: string) =>
  piece
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')
    .replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name] ?? "'");

test('the same for the same result, whatever was drawn before', () => {
  expect(reportHtml(reports['the built-in day'] ?? peakDay)).toBe(page);
});

test('is what is written and what is printed', async () => {
  const surroundings = { columns: 80, colour: false, written: [], next: [] };
  const report = reports['one strategy'] ?? peakDay;
  expect(await html.write(report)).toEqual([{ name: 'report.html', content: reportHtml(report) }]);
  expect(await html.print(report, surroundings)).toBe(reportHtml(report));
});

describe('the built-in day', () => {
  test('tells in this order: verdict, warnings, strategies, failures, limit, time, latency, comparisons, run, settings, words', () => {
    const [verdict = ''] = all(page, /<p class="verdict">(.*)<\/p>/g);
    expect(readable(verdict)).toBe(peakDay.summary.verdict);
    expect(page.indexOf('class="verdict"')).toBeLessThan(page.indexOf('<h2'));
    expect(all(page, /<section id="([^"]*)"/g)).toEqual([
      ...[
        'warnings',
        'strategies',
        'front',
        'failures',
        'limit',
        'day',
        'latency',
        'requests',
        'comparisons',
        'run',
        'settings',
        'glossary',
      ],
    ]);
    expect(all(page, /<nav[\s\S]*?<\/nav>/g)).toHaveLength(1);
  });

  /** Rows of a table as a reader sees them. */
  const rowsOf = (id: string) => {
    const table = page.slice(page.indexOf(`<caption id="${id}">`)).split('</table>')[0] ?? '';
    return all(table, /<tr[^>]*>([\s\S]*?)<\/tr>/g).map((row) => all(row, /<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g).map(readable));
  };

  test('the table of strategies has the columns and figures of report.md', () => {
    const lines = reportMarkdown(peakDay)
      .split('\n')
      .filter((line) => line.startsWith('|'));
    const markdown = lines
      .slice(
        0,
        lines.findIndex((line, i) => i > 0 && line.startsWith('|  |')),
      )
      .filter((line) => !line.startsWith('| ---'))
      .map((line) =>
        line
          .slice(2, -2)
          .split(' | ')
          .map((cell) => readable(cell.replaceAll('<br>', ' ')).replace(/[`*\\]/g, '')),
      );
    const rows = rowsOf('strategies-table').map((row) => row.map((cell) => cell.replace(/^[▲▼◆=?✕] | recommended$/g, '')));
    expect(rows).toEqual(markdown);
    expect(rows).toHaveLength(1 + 9);
    expect(rows[1]).toContain('4.4 % 4.0 % to 4.8 %');
  });

  test('the day says where it was worst', () => {
    const naive = rowsOf('day-table').find(([name]) => name === 'naive');
    // 60 + 90 requests in 300 s at noon; 22 − 18 slots; 4.4 % refused, which is also what failed.
    expect(naive?.map((cell) => cell.split(' at ')[0])).toEqual(['naive', '0.500/s', '4.00', '4.4 %', '4.4 %']);
  });

  test('the recommended value, its interval and the balance point stand in words', () => {
    const legend = readable(all(page, /<ul class="legend">([\s\S]*?)<\/ul>/g)[0] ?? '').replace(/\s+/g, ' ');
    expect(legend).toContain('recommended: limit 4 ');
    expect(legend).toContain('not shown worse than the best: 4 to 6');
    expect(legend).toContain('balance point: 5');
  });

  test('scenario, hash, seed, replications and version can be read off', () => {
    const facts = readable(all(page, /<dl class="facts-list">([\s\S]*?)<\/dl>/g)[0] ?? '');
    for (const fact of ['peak-day', '0123abcd'.repeat(8), 'seed7', 'replications5', 'at-capacity 0.1.0', 'UTC+08:00'])
      expect(facts).toContain(fact);
  });

  test('every strategy has its settings', () => {
    const settings = all(page, /<details>([\s\S]*?)<\/details>/g).map(readable);
    expect(settings).toHaveLength(9);
    expect(settings[0]).toContain('"limit": 5');
  });
});

test('a sweep of two keys names both values and every line', () => {
  const variants = [1, 2].flatMap((limit) => [3, 4].map((attempts) => ({ name: `a@limit=${limit},attempts=${attempts}` })));
  const recommendation = {
    ...peakDay.summary.recommendation,
    strategy: 'a',
    variant: 'a@limit=2,attempts=3',
    value: 2,
    parameter: 'limit',
  };
  const told = { strategies: [{ name: 'a' }], sweep: { strategy: 'a', keys: { limit: [1, 2], attempts: [3, 4] }, variants } };
  const text = readable(
    reportHtml(reportOf({ ...told, recommendation: recommendation as NonNullable<typeof peakDay.summary.recommendation> })),
  );
  expect(text).toContain('a with 4 combinations');
  expect(text).toContain('recommended: limit 2, attempts 3');
  expect(text).toMatch(/attempts=3\s+attempts=4/);
});

test('whole names stand among the settings, however long', () => {
  const name = 'n'.repeat(300);
  const text = reportHtml(reportOf({ strategies: [{ name }] }));
  expect(text.split(name)).toHaveLength(3);
  expect(text).toContain(`<summary><bdi>${name}</bdi></summary>`);
});

test('an interrupted, quick, live run says so', () => {
  const report = reportOf({ strategies: [{ name: 'a' }], incomplete: true });
  const scenario = { ...report.result.scenario, quick: true, mode: 'live' as const };
  const text = readable(reportHtml({ ...report, result: { ...report.result, scenario } }));
  expect(text).toContain('Interrupted: figures are over the 5 replications that every strategy has.');
  expect(text).toContain('Quick look');
  expect(text).toContain('Measured live, in real time over HTTP');
});

test('what was not measured has no chart and no figure', () => {
  const text = reportHtml(reports['every strategy failed'] ?? peakDay);
  expect(text).toContain('Nothing was measured.');
  expect(text).not.toContain('class="chart"');
  expect(readable(text)).toContain('request 17 was sent 1,000 times. It kept sending');
});

test('meanings of failures are those of docs/model.md', () => {
  const rows = readFileSync(packagePath('docs', 'model.md'), 'utf8').split('\n');
  const documented = requestClasses
    .filter((name) => name !== 'ok')
    .map((name) => [
      name,
      rows
        .find((row) => row.startsWith(`| \`${name}\` | `) && / request \|/.test(row))
        ?.split(' | ')[2]
        ?.replace(' |', ''),
    ]);
  const failures = Object.fromEntries(requestClasses.map((name) => [name, 1]));
  const report = reportOf({ strategies: [{ name: 'a', errorRate: 1 }] });
  const [strategy] = report.summary.strategies;
  if (strategy === undefined) throw new Error('no strategy');
  const failed = { ...strategy, requests: { ...strategy.requests, failures: failures as typeof strategy.requests.failures } };
  const text = reportHtml({ ...report, summary: { ...report.summary, strategies: [failed] } });
  const explained = [...text.matchAll(/<div id="term-[\w-]+"><dt><code>(\w+)<\/code><\/dt><dd>(.*)<\/dd>/g)].map(([, name, meaning]) => [
    name,
    meaning,
  ]);
  expect(explained.map(([name]) => name)).toEqual(documented.map(([name]) => name));
  for (const [i, [, meaning = '']] of explained.entries()) {
    const plain = meaning.charAt(0).toLowerCase() + meaning.slice(1, -1);
    expect(documented[i]?.[1]?.replaceAll("'", '’').startsWith(plain), plain).toBe(true);
  }
});
