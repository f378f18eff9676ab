import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fallbackWeeks } from '../../harness/gateway/fallbacks.ts';
import { readRecord } from '../../harness/gateway/read-record.ts';
import { openRecord, type RecordRow } from '../../harness/gateway/record.ts';

const folder = mkdtempSync(join(tmpdir(), 'at-capacity-record-'));
afterAll(() => rmSync(folder, { recursive: true }));

const attempt = (changes: Partial<RecordRow>): RecordRow => ({
  kind: 'attempt',
  time: '2026-03-02T14:10:00.000Z',
  request: 0,
  attempt: 1,
  target: 'flagship',
  from: '',
  outcome: 'ok',
  reason: 'answered',
  latencyMs: 12,
  firstTokenMs: 3,
  tokens: 4,
  stream: false,
  ...changes,
});

async function recorded(name: string, rows: readonly RecordRow[]): Promise<string> {
  const path = join(folder, name);
  const record = openRecord(path, (reason) => expect.fail(reason), 'a');
  for (const row of rows) record.add(row);
  await record.close();
  return path;
}

describe('a record of calls', () => {
  test('is a CSV file that grows, with one line of names', async () => {
    await recorded('calls.csv', [attempt({})]);
    const path = await recorded('calls.csv', [attempt({ request: 1, firstTokenMs: undefined })]);
    expect(readFileSync(path, 'utf8')).toBe(
      [
        'kind,time,request,attempt,target,from,outcome,reason,latencyMs,firstTokenMs,tokens,stream',
        'attempt,2026-03-02T14:10:00.000Z,a-0,1,flagship,,ok,answered,12,3,4,false',
        'attempt,2026-03-02T14:10:00.000Z,a-1,1,flagship,,ok,answered,12,,4,false',
        '',
      ].join('\n'),
    );
  });

  test('a model whose name a spreadsheet would run is data', async () => {
    const path = await recorded('formula.csv', [attempt({ target: '=cmd()' })]);
    expect(readFileSync(path, 'utf8')).toContain(",'=cmd(),");
  });

  test.runIf(existsSync('/dev/full'))('a full disk is said once, and nothing else happens', async () => {
    const said: string[] = [];
    const record = openRecord('/dev/full', (reason) => said.push(reason));
    record.add(attempt({}));
    await expect.poll(() => said).toHaveLength(1);
    record.add(attempt({}));
    await record.close();
    expect(said).toEqual([expect.stringContaining('ENOSPC')]);
  });

  test('a file that cannot be opened, or is no record, is refused at once', () => {
    const open = (path: string) => openRecord(path, (reason) => expect.fail(reason));
    expect(() => open(join(folder, 'no-such-folder', 'calls.csv'))).toThrow('ENOENT');
    expect(() => open(folder)).toThrow('EISDIR');
    const mine = join(folder, 'mine.csv');
    writeFileSync(mine, 'a,b\n1,2\n');
    expect(() => open(mine)).toThrow('is there already, and no record of at-capacity gateway');
    expect(readFileSync(mine, 'utf8')).toBe('a,b\n1,2\n');
  });

  test('what a crash has cut off is taken away before more is added', async () => {
    const path = await recorded('crash.csv', [attempt({ target: 'größer' })]);
    const before = readFileSync(path, 'utf8');
    appendFileSync(path, 'attempt,2026-03-02T14,"fla');
    await recorded('crash.csv', [attempt({ target: 'größer' })]);
    expect(readFileSync(path, 'utf8')).toBe(before + before.slice(before.indexOf('\n') + 1));
  });

  test('two gateways can share one: their requests stay apart', async () => {
    const path = join(folder, 'shared.csv');
    const [one, two] = ['one', 'two'].map((start) => openRecord(path, (reason) => expect.fail(reason), start));
    one?.add(attempt({ outcome: 'capacity' }));
    two?.add(attempt({ outcome: 'rate_limited' }));
    one?.add(attempt({ attempt: 2, target: 'light', from: 'flagship' }));
    two?.add(attempt({ attempt: 2, target: 'floor', from: 'flagship' }));
    await Promise.all([one?.close(), two?.close()]);
    expect(fallbackWeeks(readRecord(path))).toMatchObject([
      {
        withFallback: 2,
        ways: [
          { to: 'floor', cause: 'rate_limited', count: 1 },
          { to: 'light', cause: 'capacity', count: 1 },
        ],
      },
    ]);
  });

  test('a last line that is cut off is left out; another file is refused', async () => {
    const path = await recorded('cut.csv', [attempt({})]);
    appendFileSync(path, 'attempt,2026-03-02T14');
    expect(readRecord(path)).toHaveLength(1);
    writeFileSync(join(folder, 'other.csv'), 'a,b\n1,2\n');
    expect(() => readRecord(join(folder, 'other.csv'))).toThrow('expected a record of at-capacity gateway');
    expect(() => readRecord(join(folder, 'none.csv'))).toThrow('none.csv no such file');
    writeFileSync(join(folder, 'other.json'), '{\n  "name": "x"\n}\n');
    expect(() => readRecord(join(folder, 'other.json'))).toThrow('other.json:1 expected a record of at-capacity gateway');
  });
});

test('switches are summed by week, Monday to Sunday, with what caused them (M26)', async () => {
  const request = (changes: Partial<RecordRow>) => attempt({ kind: 'request', ...changes });
  const sunday = '2026-03-08T23:59:59.999Z';
  const monday = '2026-03-09T00:00:00.000Z';
  const path = await recorded('weeks.csv', [
    attempt({ outcome: 'capacity' }),
    attempt({ attempt: 2, target: 'light', from: 'flagship', outcome: 'rate_limited' }),
    attempt({ attempt: 3, target: 'floor', from: 'light' }),
    request({ target: 'floor' }),
    attempt({ request: 1, outcome: 'capacity', time: sunday }),
    attempt({ request: 1, attempt: 2, target: 'light', from: 'flagship', time: sunday }),
    request({ request: 1, time: sunday }),
    // A retry is no switch.
    attempt({ request: 2, time: monday, outcome: 'capacity' }),
    attempt({ request: 2, attempt: 2, from: 'flagship', time: monday }),
    request({ request: 2, time: monday }),
  ]);
  expect(fallbackWeeks(readRecord(path))).toEqual([
    {
      week: '2026-03-02',
      requests: 2,
      withFallback: 2,
      ways: [
        { from: 'flagship', to: 'light', cause: 'capacity', count: 2 },
        { from: 'light', to: 'floor', cause: 'rate_limited', count: 1 },
      ],
    },
    { week: '2026-03-09', requests: 1, withFallback: 0, ways: [] },
  ]);
});
