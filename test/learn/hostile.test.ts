import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadScenario } from '../../harness/scenario/load.ts';
import { learnCommand } from './learn-command.ts';
import { learnText, readAll } from './run-logs.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'learn '));
});
afterEach(() => {
  process.exitCode = undefined;
  rmSync(folder, { recursive: true });
});

const head = 'time,status,latency_ms,model';
const at = (second: number): string => new Date(Date.UTC(2026, 2, 2, 8) + second * 1000).toISOString();
const row = (i: number, model = 'big'): string => `${at(i)},${i % 4 === 0 ? '503,20' : '200,2000'},${model}`;
const rows = Array.from({ length: 40 }, (_, i) => row(i));
const plain = [head, ...rows, ''].join('\n');

/** Forty calls, ten of them refused, of a file with these bytes. */
async function read(content: string | Uint8Array, ...args: readonly string[]) {
  const file = join(folder, 'calls.csv');
  writeFileSync(file, content);
  return learnCommand(file, ...args);
}

describe('the same calls, written otherwise', () => {
  const utf16 = Buffer.from(`\ufeff${plain}`, 'utf16le');
  const halves = (text: string): string => text.replaceAll(',', ';');
  test.each<[string, string | Uint8Array]>([
    ['a byte order mark', `\ufeff${plain}`],
    ['UTF-16, low byte first', utf16],
    ['UTF-16, high byte first', Buffer.from(utf16).swap16()],
    ['CRLF', plain.replaceAll('\n', '\r\n')],
    ['CR alone', plain.replaceAll('\n', '\r')],
    ['no end of the last line', plain.trimEnd()],
    ['a line that names the separator', `sep=;\r\n${halves(plain).replaceAll('\n', '\r\n')}`],
    ['the same behind a byte order mark', `\ufeffsep=;\n${halves(plain)}`],
    ['quotes with line ends, quotes and separators in them', [`${head},note`, ...rows.map((each) => `${each},"a\nb ""c"", d"`)].join('\n')],
    [
      'a cell of ten million characters',
      [`${head},note`, ...rows.map((each, i) => `${each},${i === 7 ? 'x'.repeat(1e7) : ''}`)].join('\n'),
    ],
    ['latest first', [head, ...rows.toReversed()].join('\n')],
    ['statuses in words', plain.replaceAll(',503,', ',Service Unavailable,').replaceAll(',200,', ',OK,')],
    ['a leap day', plain.replaceAll('2026-03-02', '2024-02-29')],
    ['names in quotes that hold separators', `${head},"a, b"\n${rows.map((each) => `${each},1`).join('\n')}`],
  ])('%s', async (_, content) => {
    const { code, stdout, stderr } = await read(content, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      model: 'big',
      requests: 40,
      refused: { part: 10, whole: 40 },
      logs: [{ rows: 40, bad: 0 }],
    });
  });
});

describe('what is no log ends with 2 and says why', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['a NUL byte', plain.replace('503', '5\x003'), 'found a NUL byte'],
    ['UTF-16 without its mark', Buffer.from(plain, 'utf16le'), 'UTF-16 with a byte order mark'],
    ['a table without times', 'a,b\n1,2\n', 'expected a column of times'],
    ['names that every object has', 'constructor,toString\n1,2\n', 'expected a column of times'],
    ['negative durations', plain.replaceAll(',2000,', ',-5,'), 'calls.csv:3 latency_ms: expected a number from 0 up, found "-5"'],
    ['a call of ten days', plain.replaceAll(',2000,', ',864000000,'), 'calls.csv:3 latency_ms: expected at most seven days'],
    ['times far ahead', plain.replaceAll('2026', '9999'), 'calls.csv:2 time: expected a time of this century'],
    ['times of 1970', plain.replaceAll('2026', '1970'), 'calls.csv:2 time: expected a time of this century'],
    ['a day that there is not', plain.replaceAll('2026-03-02', '2026-02-29'), 'calls.csv:2 time: expected a time, found "2026-02-29'],
    [
      'every other time without its zone',
      [head, ...rows.map((each, i) => (i % 2 === 0 ? each : each.replace('Z,', ',')))].join('\n'),
      'as before',
    ],
    ['more calls in a row than there are', `time,count\n${at(0)},1e15\n`, 'count: expected a count of at most 1,000,000,000'],
    ['JSON that was cut', '[{"time":"2026-03-02T08:00:00Z"},', 'neither JSON nor one JSON object a line'],
  ])('%s', async (_, content, said) => {
    const { code, stdout, stderr } = await read(content);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(said);
  });

  test('a folder without rows of a run', async () => {
    const { code, stderr } = await learnCommand(folder);
    expect(code).toBe(2);
    expect(stderr).toContain('holds neither attempts.csv nor requests.csv');
  });
});

test.each(['', '\n\n  \n', `${head}\n`, '[]'])('4 for a file without calls: %j', async (content) => {
  expect(await read(content)).toMatchObject({ code: 4, stdout: '' });
});

test('a last line that was half written is left out, and the others are read', async () => {
  const { code, stdout, stderr } = await read(plain.trimEnd().slice(0, -12), '--bad-rows', '0.05');
  expect([code, stdout.split('\n')[0]]).toEqual([0, '39 first calls to big, 25.6 % of them refused (13.0–42.1 %)']);
  expect(stderr).toContain('calls.csv:41 expected 4 fields, as in the header, found 2');
  expect(stderr).toContain('1 row cannot be read and is left out');
});

test('of columns of one name the first is read, and that is said', async () => {
  const { readings } = await readAll([plain.replace(head, 'time,status,latency_ms,status')]);
  expect(readings[0]?.guesses).toContain('of 2 columns status the first');
});

test('names that would do something are shown as what they are, and the scenario loads', async () => {
  const evil = "\u001b[31mred\u001b[0m\u202e\u0007# | `x` <b>: {a: 1} - !!js '\\\n- x: y";
  const out = join(folder, 'learnt.yaml');
  const { code, stdout } = await read([head, ...rows.map((_, i) => row(i, `"${evil}"`))].join('\n'), '--out', out);
  expect(code).toBe(0);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not reach a terminal
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  const text = readFileSync(out, 'utf8');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: nor a file that is shown on one
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  await expect(loadScenario({ text })).resolves.toMatchObject({ scenario: { replications: 5 } });
});

test('fields named like what every object has are fields like others', async () => {
  const line = (i: number): string => `{"time":"${at(i)}","__proto__":${i % 4 === 0 ? 503 : 200},"constructor":"big"}`;
  const text = Array.from({ length: 8 }, (_, i) => line(i)).join('\n');
  const said = { columns: { status: '__proto__', model: 'constructor' } };
  expect(await learnText(text, {}, said)).toMatchObject({ model: 'big', refused: { part: 2, whole: 8 } });
  // Where no row has them nothing is found.
  const bare = Array.from({ length: 8 }, (_, i) => `{"time":"${at(i)}"}`).join('\n');
  expect(await learnText(bare, {}, { columns: { model: 'constructor', status: 'usage.toString' } })).toMatchObject({
    model: '',
    refused: null,
  });
});

test('fields are found by other spellings, within others, and where only some rows have them', async () => {
  const lines = [
    { Time: at(0), 'usage.output_tokens': 7, usage: { output_tokens: 1 } },
    { Time: at(1), USAGE: { outputTokens: 7 }, status: 200 },
    { Time: at(2), usage: { output_tokens: 7 }, http_status: '201' },
  ];
  const { byStrategy } = await readAll([lines.map((line) => JSON.stringify(line)).join('\n')]);
  const book = byStrategy.get('')?.models.get('');
  expect([...(book?.outputTokens.sorted() ?? [])]).toEqual([7, 7, 7]);
  expect(book?.ends).toMatchObject({ unknown: 1, ok: 2 });
});

test('a thousand models are no model: the most called of those that are kept apart is taken', async () => {
  const text = [head, ...Array.from({ length: 1000 }, (_, i) => row(i, i < 10 ? 'big' : `m${i}`))].join('\n');
  expect(await learnText(text)).toMatchObject({ model: 'big', requests: 10 });
});
