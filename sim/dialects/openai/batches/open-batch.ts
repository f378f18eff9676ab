import { grouped } from '../../../kernel/grouped.ts';
import type { Endpoint } from '../../api.ts';
import type { BatchDesk, BatchLine, BatchResult } from '../../batch-api.ts';
import { inputTokensOf } from '../../batch-line.ts';
import { requestBytes } from '../../shelf.ts';
import { shortened } from '../request-errors.ts';
import { type Problem, readInput, requestsIn } from './batch-input.ts';
import type { BatchWish, OpenaiBatch } from './batch-object.ts';
import { mostRequests } from './bounds.ts';
import type { FileCabinet } from './file-cabinet.ts';
import { fileOf, type ResultFile, resultLine } from './result-lines.ts';

/** Looking through the input, and putting the results together, ms. */
const shortWhile = 1000;

export interface OpenBatchOptions {
  readonly wish: BatchWish;
  /** Undefined: there is no such file. */
  readonly input: Buffer | undefined;
  /** Memory that it takes, more or less. */
  readonly bytes: number;
  readonly endpoint: Endpoint;
  readonly desk: BatchDesk;
  readonly cabinet: FileCabinet;
}

/** A batch that is kept. */
export interface OpenBatch extends OpenaiBatch {
  readonly bytes: number;
  readonly over: boolean;
  /** With the files that it made. */
  drop(): void;
}

/** Begins a batch. What is wrong with its input comes to light a moment later: it fails then. */
export function openBatch({ wish, input, bytes, endpoint, desk, cabinet }: OpenBatchOptions): OpenBatch {
  const sizes: Record<ResultFile, number> = { output: 0, error: 0 };
  const run = desk.begin({
    endpoint,
    validatingMs: shortWhile,
    finalizingMs: shortWhile,
    lines() {
      const read =
        input === undefined ? { problems: [noSuchInput(wish.inputFileId)] } : readInput(input, { endpoint: endpoint.path, desk });
      if ('lines' in read) batch.model = read.lines[0]?.model;
      batch.problems = 'lines' in read ? tooManyTokens(read.lines, endpoint, desk) : read.problems;
      return 'lines' in read && batch.problems === undefined ? read.lines : undefined;
    },
    ended(result) {
      sizes[fileOf(result.outcome)] += Buffer.byteLength(resultLine(result)) + 1;
    },
    done() {
      batch.outputFileId = keep('output');
      batch.errorFileId = keep('error');
    },
  });

  /** Makes a file of results, where there are any. */
  function keep(name: ResultFile): string | undefined {
    if (sizes[name] === 0) return undefined;
    return cabinet.add({
      name: `batch_${run.id}_${name}.jsonl`,
      purpose: 'batch_output',
      createdMs: desk.nowMs(),
      size: sizes[name],
      content: () => linesOf(name, run.results()),
    });
  }

  const batch: OpenBatch = {
    wish,
    run,
    bytes,
    get over() {
      return run.stage === 'failed' || run.stage === 'ended';
    },
    drop() {
      run.forget();
      for (const file of [batch.outputFileId, batch.errorFileId]) if (file !== undefined) cabinet.forget(file);
    },
  };
  return batch;
}

/** Memory of a batch with this input, more or less; one of too many requests fails before it has any. */
export function bytesOf(input: Buffer | undefined): number {
  if (input === undefined) return 0;
  const requests = requestsIn(input);
  return input.length + (requests > mostRequests ? 0 : requests * requestBytes);
}

function* linesOf(name: ResultFile, results: Iterable<BatchResult>): Generator<string> {
  for (const result of results) if (fileOf(result.outcome) === name) yield resultLine(result);
}

function noSuchInput(id: string): Problem {
  const message = `Cannot find file ${shortened(id)}, or organization org-simulated does not have access to it.`;
  return { code: 'invalid_request', line: null, message, param: 'file_id' };
}

/** Batches have a limit of their own: input tokens of a model that are waiting or running in all of them. */
function tooManyTokens(lines: readonly BatchLine[], endpoint: Endpoint, desk: BatchDesk): readonly Problem[] | undefined {
  const model = lines[0]?.model ?? '';
  const queued = desk.queuedTokens(model);
  if (queued === undefined) return undefined;
  const { now, most } = queued;
  if (lines.reduce((sum, line) => sum + inputTokensOf(line, endpoint), now) <= most) return undefined;
  const limit = grouped(most);
  const message = `Enqueued token limit reached for ${model} in organization org-simulated. Limit: ${limit} enqueued tokens. Please try again once some in_progress batches have been completed.`;
  return [{ code: 'token_limit_exceeded', line: null, message, param: null }];
}
