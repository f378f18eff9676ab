import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import {
  attemptsCsv,
  attemptsFile,
  type RawAttempt,
  type RawRequest,
  requestsCsv,
  requestsFile,
} from '../../../reports/formats/csv/raw.ts';

const request: RawRequest = {
  ...{ replication: 0, entity: 17, client: 3, arrivedMs: 51_234_567.891, outcome: 'ok', reason: '', latencyMs: 5550.001, queueWaitMs: 0 },
  ...{ backoffMs: 0.1 + 0.2, firstTokenMs: 900, attempts: 2, target: 'main/flagship', tokens: 200, gaveUpBy: 'none' },
};
const attempt: RawAttempt = {
  ...{ replication: 0, entity: 17, number: 2, target: '=cmd()', sentMs: 1.5, endedMs: 12, class: 'capacity', reason: 'says "full", twice' },
  ...{ status: 503, tokens: 0, waitMs: 1000 },
};

async function text(pieces: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const piece of pieces) all += piece;
  return all;
}

test('a request is one line, times to the microsecond', async () => {
  expect(await text(requestsCsv([{ strategy: 'naive', rows: [request] }]))).toBe(
    `${requestsFile.beginning}naive,0,17,3,51234567.891,ok,,5550.001,0,0.3,900,2,main/flagship,200,none\n`,
  );
});

test('an attempt is one line, its texts escaped', async () => {
  expect(await text(attemptsCsv([{ strategy: 'a,b', rows: [attempt] }]))).toBe(
    `${attemptsFile.beginning}"a,b",0,17,2,'=cmd(),1.5,12,capacity,"says ""full"", twice",503,0,1000\n`,
  );
});

test('what had no end has empty cells', async () => {
  const open = { ...request, outcome: null, latencyMs: null, firstTokenMs: null };
  const [row] = parse(await text(requestsCsv([{ strategy: 'a', rows: [open] }])), { columns: true }) as Record<string, string>[];
  expect(row).toMatchObject({ outcome: '', latencyMs: '', firstTokenMs: '', gaveUpBy: 'none' });
  const [other] = parse(await text(attemptsCsv([{ strategy: 'a', rows: [{ ...attempt, endedMs: null, class: null, status: null }] }])), {
    columns: true,
  }) as Record<string, string>[];
  expect(other).toMatchObject({ endedMs: '', class: '', status: '' });
});

test('rows are asked for one by one, so that one object may serve for all, and handed on in pieces', async () => {
  const count = 5000;
  function* rows() {
    const row = { ...request };
    for (let entity = 0; entity < count; entity++) yield Object.assign(row, { entity });
  }
  async function* batches() {
    yield { strategy: 'a', rows: rows() };
    yield { strategy: 'b', rows: rows() };
  }
  const pieces: string[] = [];
  for await (const piece of requestsCsv(batches())) pieces.push(piece);
  const table = parse(pieces.join(''), { columns: true }) as Record<string, string>[];
  expect(table.map(({ strategy, entity }) => `${strategy}${entity}`)).toEqual(
    ['a', 'b'].flatMap((strategy) => Array.from({ length: count }, (_, entity) => `${strategy}${entity}`)),
  );
  expect(pieces.length).toBeGreaterThan(10);
});
