import type { Endpoint } from '../../api.ts';
import type { BatchApi, BatchCall, BatchDesk, BatchReply, BatchRun } from '../../batch-api.ts';
import type { ErrorReply } from '../../error-reply.ts';
import { createShelf } from '../../shelf.ts';
import { invalidRequest, noSuchThing, tooManyRequests } from '../request-errors.ts';
import { messageBatch } from './batch-object.ts';
import { readRequests } from './batch-requests.ts';
import { mostBytes, mostKept, mostKeptBytes } from './bounds.ts';
import { pageOf } from './page.ts';
import { resultLine } from './result-line.ts';

/** Anthropic's Message Batches. Shapes are those of the types of its published packages. */
export function anthropicBatches(endpoint: Endpoint): BatchApi {
  const path = '/v1/messages/batches';
  return {
    routes: {
      create: { method: 'POST', path, takes: 'json', mostBytes },
      list: { method: 'GET', path },
      retrieve: { method: 'GET', path: `${path}/:batch` },
      cancel: { method: 'POST', path: `${path}/:batch/cancel` },
      remove: { method: 'DELETE', path: `${path}/:batch` },
      results: { method: 'GET', path: `${path}/:batch/results` },
    },
    open: (desk) => openBook(desk, endpoint),
  };
}

interface Kept {
  readonly run: BatchRun;
  readonly bytes: number;
  readonly over: boolean;
  drop(): void;
}

function openBook(desk: BatchDesk, endpoint: Endpoint): ReturnType<BatchApi['open']> {
  const shelf = createShelf<Kept>(mostKept, mostKeptBytes);

  function withBatch({ params, requestId }: BatchCall, answer: (id: string, run: BatchRun) => BatchReply): BatchReply {
    const id = params.batch ?? '';
    const kept = shelf.get(id);
    return kept === undefined ? noSuchThing(`message batch: ${id}`, requestId) : answer(id, kept.run);
  }

  return {
    create({ body, requestId, root }) {
      const read = readRequests(body, requestId);
      if ('refused' in read) return read.refused;
      const { lines, bytes } = read;
      const full = tooManyQueued(lines.length, desk, requestId);
      if (full !== undefined) return full;
      if (!shelf.makeRoom(bytes))
        return tooManyRequests('Too many batches are in progress. Try again when some of them have ended.', requestId);
      const run = desk.begin({ endpoint, validatingMs: 0, finalizingMs: 0, lines: () => lines });
      const id = `msgbatch_${run.id}`;
      shelf.put(id, {
        run,
        bytes,
        get over() {
          return run.stage === 'ended';
        },
        drop: () => run.forget(),
      });
      return { json: messageBatch(id, run, root) };
    },
    list: ({ query, requestId, root }) => pageOf(shelf.all(), { query, requestId }, (id, { run }) => messageBatch(id, run, root)),
    retrieve: (call) => withBatch(call, (id, run) => ({ json: messageBatch(id, run, call.root) })),
    // UNVERIFIED: what is said of cancelling one that has ended, and of deleting one that has not.
    cancel: (call) =>
      withBatch(call, (id, run) => {
        const had = run.at.cancelling !== undefined;
        run.cancel();
        if (!had && run.at.cancelling === undefined) return invalidRequest(`Batch ${id} cannot be canceled: it has ended.`, call.requestId);
        return { json: messageBatch(id, run, call.root) };
      }),
    remove: (call) =>
      withBatch(call, (id, run) => {
        if (run.stage !== 'ended') {
          return invalidRequest(`Batch ${id} cannot be deleted while it is being processed. Cancel it first.`, call.requestId);
        }
        shelf.remove(id);
        return { json: { id, type: 'message_batch_deleted' } };
      }),
    results: (call) =>
      withBatch(call, (id, run) => {
        if (run.stage !== 'ended') return noSuchThing(`results of message batch ${id}: it has not ended`, call.requestId);
        return { lines: linesOf(run), type: 'application/x-jsonl' };
      }),
  };
}

function* linesOf(run: BatchRun): Generator<string> {
  for (const result of run.results()) yield resultLine(result);
}

/** Batches have a limit of their own: requests that are waiting or running in all of them. */
function tooManyQueued(more: number, desk: BatchDesk, requestId: string): ErrorReply | undefined {
  const queued = desk.queuedRequests();
  if (queued === undefined || queued.now + more <= queued.most) return undefined;
  const text = `This request would exceed the limit of ${queued.most} batch requests in the processing queue. Try again when some of them have ended.`;
  return tooManyRequests(text, requestId);
}
