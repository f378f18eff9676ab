import { describe, expect, test } from 'vitest';
import { readAll } from './run-logs.ts';

const minute = (at: number): string => `2026-03-02T08:${String(at).padStart(2, '0')}:00Z`;

describe('JSON of any length', () => {
  // Two objects of three million characters each: on one line that is more than a first line may have.
  const long = (at: number): string => `{"time":"${minute(at)}","status":200,"note":"${'x'.repeat(3_000_000)}"}`;

  test('a list on one line', async () => {
    const { readings } = await readAll([[`[${long(0)},`, `${long(1)}]`]]);
    expect(readings).toMatchObject([{ format: 'jsonl', rows: 2, bad: 0 }]);
  });

  test('an object a line, the first of them longer than a first line may be', async () => {
    const first = long(0).replace('"note"', `"more":"${'y'.repeat(2_000_000)}","note"`);
    const { readings } = await readAll([[first.slice(0, 4_500_000), first.slice(4_500_000), `\n${long(1)}\nno\n`]]);
    expect(readings).toMatchObject([{ format: 'jsonl', rows: 3, bad: 1, problems: [{ line: 3 }] }]);
  });

  test('text that never ends a line is no log', async () => {
    await expect(readAll([['time,'.repeat(900_000)]])).rejects.toThrow('a first line that does not end');
  });

  test('a line that does not end in time is a bad row, what follows is read', async () => {
    const pieces = function* () {
      yield `{"time":"${minute(0)}"}\n`;
      for (let piece = 0; piece < 70; piece += 1) yield 'x'.repeat(1_000_000);
      yield `\n{"time":"${minute(1)}"}\n`;
    };
    const { readings } = await readAll([pieces()]);
    expect(readings).toMatchObject([{ rows: 3, bad: 1, problems: [{ line: 2, message: 'is longer than 64 MB' }] }]);
  });
});
