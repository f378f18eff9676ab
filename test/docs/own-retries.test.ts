import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { newReader } from './reader.ts';
import { blockAfter, shellLines } from './shell-lines.ts';

const heading = '## What your own retries do';
const page = packagePath('README.md');
const text = readFileSync(page, 'utf8');
const [section = ''] = text.slice(text.indexOf(heading)).split(/\n(?=## )/);

const reader = newReader();
afterAll(() => rmSync(dirname(reader.folder), { recursive: true, force: true }));

test('the lines of README.md say of a retry that waits half a second what it does; UPDATE_DOCS=1 writes it', async () => {
  expect(blockAfter(text, heading, 'js')).toBe(readFileSync(packagePath('examples', 'own-client', 'naive.mjs'), 'utf8'));
  const [line, ...more] = shellLines(section);
  expect([line?.command, more]).toEqual(['npm start -- run examples/own-client/naive.yaml', []]);
  const { code, stdout, stderr } = await reader.type(line?.command ?? '');
  expect(code, stderr).toBe(0);
  const found = `${stdout.split('\n\n').find((paragraph) => paragraph.startsWith('How the code retries')) ?? ''}\n`;
  const [, count, of] = /✗ Retry-After not honoured, ([\d,]+) of ([\d,]+)/.exec(found) ?? [];
  expect(Number(count?.replaceAll(',', ''))).toBeGreaterThan(1000);
  expect(count).toBe(of);
  const shown = blockAfter(text, heading, 'text') ?? '';
  if (process.env.UPDATE_DOCS === '1')
    writeFileSync(
      page,
      text.replace(`\`\`\`text\n${shown}`, () => `\`\`\`text\n${found}`),
    );
  else expect(shown).toBe(found);
});
