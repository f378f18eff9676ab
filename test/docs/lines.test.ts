import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { packagePath } from '../../sim/kernel/package-root.ts';
import type { Finished } from '../support/finished.ts';
import { newReader } from './reader.ts';
import { blockAfter, excerpts, refreshed, shellLines } from './shell-lines.ts';

/** A whole day on a machine that is busy with other tests. */
const patienceMs = 900_000;
const update = process.env.UPDATE_DOCS === '1';
const shown = '<!-- what npm start prints -->';
const picture = ['docs', 'peak-day.svg'];

describe.each(['README.md', 'docs/start.md', 'docs/report.md', 'docs/tune.md', 'docs/check.md'])('every line of %s', (page) => {
  const text = readFileSync(packagePath(page), 'utf8');
  const reader = newReader();
  const answers = new Map<string, Finished>();
  /** What the first line draws; later lines draw over it. */
  let drawn = '';
  afterAll(() => rmSync(dirname(reader.folder), { recursive: true, force: true }));

  test.each(shellLines(text))(
    'line $line: $command',
    async ({ command }) => {
      const answer = await reader.type(command);
      answers.set(command, answer);
      // A page says so where a line is meant to fail.
      const expected = Number(/# exit (\d+)$/.exec(command)?.[1] ?? 0);
      expect({ ...answer, code: answer.code }, answer.stderr).toMatchObject({ code: expected });
      if (command === 'npm start') drawn = readFileSync(join(reader.folder, 'out', 'peak-day', 'limit.svg'), 'utf8');
    },
    patienceMs,
  );

  if (['docs/start.md', 'docs/tune.md', 'docs/check.md'].includes(page)) {
    test('what it shows is what its lines print; UPDATE_DOCS=1 writes it', () => {
      let now = text;
      for (const { command, text: old } of excerpts(text))
        now = now.replace(`\`\`\`text\n${old}`, () => `\`\`\`text\n${refreshed(old, answers.get(command)?.stdout ?? '')}`);
      if (update) writeFileSync(packagePath(page), now);
      else expect(text).toBe(now);
    });
  }

  if (page === 'docs/start.md') {
    test('from a CSV of calls to a recommended limit in at most four commands', () => {
      const commands = [...answers.keys()];
      const from = commands.findIndex((command) => /\blearn \S+\.csv\b/.test(command));
      expect(from).toBeGreaterThanOrEqual(0);
      const next = commands.slice(from, from + 4).map((command) => answers.get(command)?.stdout ?? '');
      expect(next.some((stdout) => /\blimit(?:ed@limit=| )\d+/.test(stdout))).toBe(true);
    });

    test('the scenario it shows is the one it runs', () => {
      expect(text).toContain(`\`\`\`yaml\n${readFileSync(packagePath('examples', 'own-numbers.yaml'), 'utf8')}\`\`\``);
    });
  }

  if (page === 'README.md') {
    test('its output is what npm start prints, and its picture what npm start draws', () => {
      const printed = answers.get('npm start')?.stdout ?? '';
      if (update) {
        writeFileSync(
          packagePath(page),
          text.replace(blockAfter(text, shown, 'text') ?? '', () => printed),
        );
        writeFileSync(packagePath(...picture), drawn);
      } else {
        expect(blockAfter(text, shown, 'text')).toBe(printed);
        expect(readFileSync(packagePath(...picture), 'utf8')).toBe(drawn);
      }
    });
  }
});

test('the pages have lines to run, and the picture is there', () => {
  const least = { 'README.md': 5, 'docs/start.md': 5, 'docs/tune.md': 2, 'docs/check.md': 3 };
  for (const [page, count] of Object.entries(least))
    expect(shellLines(readFileSync(packagePath(page), 'utf8')).length).toBeGreaterThanOrEqual(count);
  expect(excerpts(readFileSync(packagePath('docs/check.md'), 'utf8'))[0]?.command).toContain('# exit 3');
  expect(existsSync(packagePath(...picture))).toBe(true);
});

describe('the lines of a page', () => {
  test('only those in sh blocks, without comments, continued ones joined', () => {
    const page = ['```sh', '# first', 'one', 'two \\', '  three', '```', 'four', '```text', 'five', '```', '```sh', 'six', '```'].join(
      '\n',
    );
    expect(shellLines(page)).toEqual([
      { line: 3, command: 'one' },
      { line: 4, command: 'two \\\n  three' },
      { line: 12, command: 'six' },
    ]);
  });

  test('what is shown of an output, and the same from a newer one', () => {
    const page = '```sh\none\ntwo\n```\n\n```text\nShip a: 1\n\nWhy\n  b\n```\n\n```yaml\nc: 1\n```\n';
    expect(excerpts(page)).toEqual([{ command: 'two', text: 'Ship a: 1\n\nWhy\n  b\n' }]);
    expect(refreshed('Ship a: 1\n\nWhy\n  b\n', 'Ship a: 2\n\ntable: x\n\nWhy\n  c\n')).toBe('Ship a: 2\n\nWhy\n  c\n');
    expect(refreshed('Gone\n', 'Ship a: 2\n')).toBe('Gone\n');
    expect(refreshed('Ship a\n\n  Why\n', 'Ship a\n\n  First\n\n  Why not\n')).toBe('Ship a\n\n  Why not\n');
  });

  test('the block after a mark', () => {
    expect(blockAfter('```text\nno\n```\nMARK\n\n```text\none\ntwo\n```\n', 'MARK', 'text')).toBe('one\ntwo\n');
    expect(blockAfter('```text\nno\n```\n', 'MARK', 'text')).toBe(undefined);
  });
});
