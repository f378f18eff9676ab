import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { attemptPieces, attemptsFile, requestPieces, requestsFile } from '../../../reports/formats/csv/raw.ts';
import type { RawAttempt, RawRequest } from '../../../reports/result/raw.ts';

const request: RawRequest = {
  ...{ replication: 0, entity: 17, client: 3, arrivedMs: 51_234_567.891, outcome: 'ok', reason: '', latencyMs: 5550.001, queueWaitMs: 0 },
  ...{ backoffMs: 0.1 + 0.2, firstTokenMs: 900, attempts: 2, target: 'main/flagship', tokens: 200, gaveUpBy: 'none' },
  ...{ urgent: true, deferMs: 0, submitMs: null },
};
const attempt: RawAttempt = {
  ...{ replication: 0, entity: 17, number: 2, target: '=cmd()', sentMs: 1.5, endedMs: 12, class: 'capacity', reason: 'says "full", twice' },
  ...{ status: 503, tokens: 0, waitMs: 1000 },
};

/** A file of one batch, read as a table. */
function table(header: string, pieces: Iterable<string>): readonly Record<string, string>[] {
  return parse(header + [...pieces].join(''), { columns: true }) as Record<string, string>[];
}

test('a request is one line, times to the microsecond', () => {
  expect([...requestPieces({ strategy: 'naive', rows: [request] })]).toEqual([
    'naive,0,17,3,51234567.891,ok,,5550.001,0,0.3,900,2,main/flagship,200,none,true,0,\n',
  ]);
});

test('an attempt is one line, its texts escaped', () => {
  expect([...attemptPieces({ strategy: 'a,b', rows: [attempt] })]).toEqual([
    '"a,b",0,17,2,\'=cmd(),1.5,12,capacity,"says ""full"", twice",503,0,1000\n',
  ]);
});

test('what had no end has empty cells under the names of the header', () => {
  const open = { ...request, outcome: null, latencyMs: null, firstTokenMs: null };
  const [row] = table(requestsFile.beginning, requestPieces({ strategy: 'a', rows: [open] }));
  expect(row).toMatchObject({ strategy: 'a', outcome: '', latencyMs: '', firstTokenMs: '', gaveUpBy: 'none' });
  const unended = { ...attempt, endedMs: null, class: null, status: null };
  const [other] = table(attemptsFile.beginning, attemptPieces({ strategy: 'a', rows: [unended] }));
  expect(other).toMatchObject({ endedMs: '', class: '', status: '', waitMs: '1000' });
});

test('rows are asked for one by one, so that one object may serve for all, and handed on in pieces', () => {
  const count = 5000;
  function* rows() {
    const row = { ...request };
    for (let entity = 0; entity < count; entity++) yield Object.assign(row, { entity });
  }
  const pieces = [...requestPieces({ strategy: 'a', rows: rows() })];
  const entities = table(requestsFile.beginning, pieces).map(({ entity }) => Number(entity));
  expect(entities).toEqual(Array.from({ length: count }, (_, entity) => entity));
  expect(pieces.length).toBeGreaterThan(5);
});
