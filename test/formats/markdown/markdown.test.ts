import { describe, expect, test } from 'vitest';
import { code, text } from '../../../reports/formats/markdown/escape.ts';
import { markdown, reportMarkdown } from '../../../reports/formats/markdown/markdown.ts';
import { expectGolden } from '../golden.ts';
import { hostileNames } from '../hostile.ts';
import { peakDay } from '../peak-day.ts';
import { reportOf } from '../sample.ts';

/** Cells of a row, split as a Markdown reader splits them. */
const cells = (line: string) => line.replace(/\\\|/g, '').split('|').length - 2;

test.each([
  ['limited@limit=4', '`limited@limit=4`'],
  ['main/flagship', '`main/flagship`'],
  ['漢字', '`漢字`'],
  ['a|b', '<code>a&#124;b</code>'],
  ['`x`', '<code>&#96;x&#96;</code>'],
  ['<script>', '<code>&#60;script&#62;</code>'],
  ['https://x.y', '`https://x.y`'],
  ['a\nb', '<code>a&#92;u&#123;a&#125;b</code>'],
  ['', '<code></code>'],
  [' a', '<code> a</code>'],
])('the name %j is %s', (name, expected) => {
  expect(code(name)).toBe(expected);
});

test.each([
  ['errors 4.4 % → 2.1 %', 'errors 4.4 % → 2.1 %'],
  ['cost $1 → $2', 'cost \\$1 → \\$2'],
  ['a|b *c* _d_ `e` [f](g) ~h~', 'a\\|b \\*c\\* \\_d\\_ \\`e\\` \\[f\\](g) \\~h\\~'],
  ['<b>&amp;', '&#60;b&#62;&#38;amp;'],
  ['see https://evil.example or www.evil.example', 'see https&#58;&#47;&#47;evil.example or www&#46;evil.example'],
  ['# no heading', '\\# no heading'],
  ['1. no list', '1\\. no list'],
  ['- no list', '\\- no list'],
  ['-1 is a figure', '-1 is a figure'],
  ['back\\slash', 'back\\\\slash'],
  ['two\n\nlines', 'two\\\\u\\{a\\}\\\\u\\{a\\}lines'],
])('the sentence %j is %s', (sentence, expected) => {
  expect(text(sentence)).toBe(expected);
});

describe('report.md', () => {
  const report = reportMarkdown(peakDay);
  const headings = report.split('\n').filter((line) => line.startsWith('#'));

  test('is as reviewed', () => {
    expectGolden('report.md', report);
  });

  test('starts with the scenario and the verdict, then the table', () => {
    expect(report.split('\n\n').slice(0, 3)).toEqual([
      '<!-- made by at-capacity -->',
      '# peak-day',
      expect.stringMatching(/^\*\*Ship limited@limit=4: errors 4\.4 %/),
    ]);
    expect(headings).toEqual([
      ...[
        '# peak-day',
        '## Sweep of `limited`',
        '## Recommendation',
        '## SLO',
        '## Warnings',
        '## Against the baseline',
        '## Why requests failed',
      ],
      ...['## Failures by class', '## How to read the columns', '## Facts'],
    ]);
  });

  test('tells seed, hash, replications and zone offsets', () => {
    expect(report).toContain(`hash \`${'0123abcd'.repeat(8)}\``);
    expect(report).toContain('seed 7, 5 replications, paired');
    expect(report).toContain('(UTC+08:00 from 2026-03-02T00:00)');
  });

  test('says how to read every column of its tables', () => {
    const heads = report.split('\n').filter((line, i, all) => /^\| ---/.test(all[i + 1] ?? '') && line.includes('errors'));
    const titles = heads.flatMap((line) => line.split(' | ').slice(2)).map((title) => title.replace(' |', ''));
    const guide = report.slice(report.indexOf('## How to read'));
    expect(titles.filter((title) => !guide.includes(`**${title}** (`))).toEqual([]);
  });

  test('links the chart it comes with', async () => {
    const names = async (told: Parameters<typeof markdown.write>[0]) => (await markdown.write(told)).map(({ name }) => name);
    expect(await names(peakDay)).toEqual(['report.md', 'limit.svg']);
    expect(report).toContain('(limit.svg)');
    const unswept = reportOf({ strategies: [{ name: 'a' }] });
    expect(await names(unswept)).toEqual(['report.md', 'strategies.svg']);
    expect(reportMarkdown(unswept)).toContain('(strategies.svg)');
  });

  test('hostile names break no table, and nothing of them is markup', () => {
    const failure = { code: 'stalled', message: hostileNames.join(' ') };
    const strategies = hostileNames.map((name) => ({ name, failure }));
    const warnings = hostileNames;
    const verdict = hostileNames.join(' ');
    const shown = reportMarkdown(reportOf({ name: hostileNames[2] ?? '', strategies, warnings, verdict, baseline: 'a|b' }));
    const rows = shown.split('\n').filter((line) => line.startsWith('|'));
    expect(new Set(rows.map(cells))).toEqual(new Set([2 + 7]));
    expect(rows).toHaveLength(2 + hostileNames.length);
    expect(shown.replace(/^<!-- made by at-capacity -->|<\/?(?:code|sub)>|<br>/g, '')).not.toMatch(
      /<|javascript:alert\(1\)\)(?<!\\\]\(javascript:alert\(1\)\))/,
    );
    expect(shown).not.toMatch(/(?<!\\)\]\(javascript/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(shown.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  });

  test('every strategy failed: said and explained', () => {
    const failure = { code: 'livelock', message: 'request 17 was sent 1,000 times' };
    const shown = reportMarkdown(reportOf({ strategies: [{ name: 'a', offered: 0, failure }] }));
    expect(shown).toContain('- `a` (`livelock`): request 17 was sent 1,000 times. It kept sending');
    expect(shown).not.toContain('## Failures by class');
  });

  test('failures by class have a column for each class that occurred', () => {
    const shown = reportMarkdown(reportOf({ strategies: [{ name: 'a', offered: 2000, errorRate: 0.6 }, { name: 'b' }] }));
    expect(shown).toContain('| strategy | failed | `capacity` |\n| --- | ---: | ---: |\n| `a` | 1,200 | 1,200 |\n| `b` | 0 | 0 |');
  });
});
