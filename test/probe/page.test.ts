import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { exitCodes } from '../../harness/cli/exit.ts';
import { configure } from '../../harness/cli/probe.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { names, page, table } from '../docs/page.ts';
import { shellLines } from '../docs/shell-lines.ts';

const probe = page('docs/probe.md');
const command = new Command('probe');
configure(command);
const options = command.options.map(({ long }) => long ?? '');

describe('docs/probe.md', () => {
  test('has every option, and no other', () => {
    const rows = table(probe, 'Before it sends anything').flatMap(([cell]) => names(cell));
    expect(rows.toSorted()).toEqual(options.toSorted());
  });

  test('has their defaults', () => {
    const rows = table(probe, 'Before it sends anything').map(([cell, value = '']) => [names(cell), value.split(', ')] as const);
    for (const { long, defaultValue } of command.options) {
      if (typeof defaultValue !== 'string') continue;
      const row = rows.find(([found]) => found.includes(long ?? ''));
      expect(row?.[1][row[0].indexOf(long ?? '')], long).toBe(defaultValue);
    }
  });

  test('has every exit code that the command can end with', () => {
    const codes = table(probe, 'How it ends').map(([code]) => Number(code));
    expect(codes).toEqual([exitCodes.done, exitCodes.wrongUse, exitCodes.cannotDecide, exitCodes.interrupted]);
  });

  test('types only commands and files that are there', () => {
    const lines = shellLines(probe.text).map((line) => line.command.split(' '));
    expect(lines.map(([program, name]) => [program, name])).toEqual([
      ['at-capacity', 'serve'],
      ['at-capacity', 'probe'],
    ]);
    expect(readFileSync(packagePath(lines[0]?.[2] ?? ''), 'utf8')).toContain('slots: 8');
    for (const word of lines[1] ?? []) if (word.startsWith('--')) expect(options).toContain(word);
  });
});
