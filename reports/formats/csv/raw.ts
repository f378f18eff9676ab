import type { RawAttempt, RawRequest } from '../../result/raw.ts';
import type { KnownFile } from '../format.ts';
import { csvText } from './escape.ts';

/** Rows of one strategy, e.g. of one replication. A row is read before the next is asked for, so one object may serve for all. */
export interface RawBatch<Row> {
  readonly strategy: string;
  readonly rows: Iterable<Row>;
}

export const requestsFile: KnownFile = {
  name: 'requests.csv',
  beginning:
    'strategy,replication,entity,client,arrivedMs,outcome,reason,latencyMs,queueWaitMs,backoffMs,firstTokenMs,attempts,target,tokens,gaveUpBy,urgent,deferMs,submitMs\n',
};
export const attemptsFile: KnownFile = {
  name: 'attempts.csv',
  beginning: 'strategy,replication,entity,number,target,sentMs,endedMs,class,reason,status,tokens,waitMs\n',
};

/** Rows are handed on in pieces of about this many characters. */
const pieceLength = 1 << 16;

/** Milliseconds to the microsecond, without the noise of binary fractions. */
function time(ms: number | null): string {
  return ms === null ? '' : String(Math.round(ms * 1000) / 1000);
}

/** Escapes text, remembering what was seen: there are few targets and reasons and many rows. */
function remembering(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let escaped = known.get(text);
    if (escaped === undefined) {
      escaped = csvText(text);
      if (known.size < 10_000) known.set(text, escaped);
    }
    return escaped;
  };
}

type Text = (text: string) => string;

function requestLine(r: RawRequest, text: Text): string {
  const before = `${r.replication},${r.entity},${r.client},${time(r.arrivedMs)},${r.outcome ?? ''},${text(r.reason)},${time(r.latencyMs)},`;
  const waits = `${time(r.queueWaitMs)},${time(r.backoffMs)},${time(r.firstTokenMs)},`;
  return `${before}${waits}${r.attempts},${text(r.target)},${r.tokens},${r.gaveUpBy},${r.urgent},${time(r.deferMs)},${time(r.submitMs)}\n`;
}

function attemptLine(a: RawAttempt, text: Text): string {
  const before = `${a.replication},${a.entity},${a.number},${text(a.target)},${time(a.sentMs)},${time(a.endedMs)},`;
  return `${before}${a.class ?? ''},${text(a.reason)},${a.status ?? ''},${a.tokens},${time(a.waitMs)}\n`;
}

/** The lines of one batch, in pieces. */
function* pieces<Row>({ strategy, rows }: RawBatch<Row>, line: (row: Row, text: Text) => string): Generator<string> {
  const text = remembering();
  const start = `${csvText(strategy)},`;
  let piece = '';
  for (const row of rows) {
    piece += start + line(row, text);
    if (piece.length >= pieceLength) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}

/** Lines of `requests.csv` without the header, which is `requestsFile.beginning`. */
export const requestPieces = (batch: RawBatch<RawRequest>): Generator<string> => pieces(batch, requestLine);

/** Lines of `attempts.csv` without the header, which is `attemptsFile.beginning`. */
export const attemptPieces = (batch: RawBatch<RawAttempt>): Generator<string> => pieces(batch, attemptLine);
