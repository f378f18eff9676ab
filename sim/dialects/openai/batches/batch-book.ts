import { z } from 'zod';
import type { Endpoint } from '../../api.ts';
import type { BatchCall, BatchDesk, BatchReply } from '../../batch-api.ts';
import type { ErrorReply } from '../../error-reply.ts';
import { createShelf } from '../../shelf.ts';
import { invalidRequest, problemOf, shortened } from '../request-errors.ts';
import { batchObject, statusOf } from './batch-object.ts';
import { mostKept, mostKeptBytes } from './bounds.ts';
import type { FileCabinet } from './file-cabinet.ts';
import { bytesOf, type OpenBatch, openBatch } from './open-batch.ts';
import { pageOf } from './page.ts';

export interface BatchBookOptions {
  readonly desk: BatchDesk;
  readonly cabinet: FileCabinet;
  /** Those whose requests a batch can have. */
  readonly endpoints: readonly Endpoint[];
}

/** The batches of one caller. */
export interface BatchBook {
  create(call: BatchCall): BatchReply;
  retrieve(call: BatchCall): BatchReply;
  cancel(call: BatchCall): BatchReply;
  list(call: BatchCall): BatchReply;
}

export function createBatchBook({ desk, cabinet, endpoints }: BatchBookOptions): BatchBook {
  const wished = z.looseObject({
    input_file_id: z.string(),
    endpoint: z.enum(endpoints.map(({ path }) => path)),
    completion_window: z.enum(['24h']),
    metadata: z.record(z.string(), z.string()).nullish(),
  });
  const shelf = createShelf<OpenBatch>(mostKept, mostKeptBytes);

  function withBatch({ params }: BatchCall, answer: (id: string, batch: OpenBatch) => BatchReply): BatchReply {
    const id = params.batch ?? '';
    const batch = shelf.get(id);
    if (batch !== undefined) return answer(id, batch);
    return { ...invalidRequest(`No batch found with id '${shortened(id)}'.`), status: 404 };
  }

  return {
    create({ body }) {
      const parsed = wished.safeParse(body);
      if (!parsed.success) return problemOf(parsed.error.issues, body);
      const { input_file_id: inputFileId, completion_window: completionWindow, metadata = null } = parsed.data;
      const endpoint = endpoints.find(({ path }) => path === parsed.data.endpoint) as Endpoint;
      const input = cabinet.inputOf(inputFileId);
      const bytes = bytesOf(input);
      if (!shelf.makeRoom(bytes)) return tooMany;
      const batch = openBatch({
        wish: { endpoint: endpoint.path, inputFileId, completionWindow, metadata },
        input,
        bytes,
        endpoint,
        desk,
        cabinet,
      });
      const id = `batch_${batch.run.id}`;
      shelf.put(id, batch);
      return { json: batchObject(id, batch) };
    },
    retrieve: (call) => withBatch(call, (id, batch) => ({ json: batchObject(id, batch) })),
    cancel: (call) =>
      withBatch(call, (id, batch) => {
        batch.run.cancel();
        const status = statusOf(batch.run);
        if (status === 'cancelling' || status === 'cancelled') return { json: batchObject(id, batch) };
        return { ...invalidRequest(`Cannot cancel a batch with status '${status}'.`), status: 409 };
      }),
    list: ({ query }) => pageOf(shelf.all(), { query, usual: 20, most: 100 }, batchObject),
  };
}

// UNVERIFIED: what is said where too many batches run at once.
const tooMany: ErrorReply = { ...invalidRequest('Too many batches are in progress. Wait until some of them are over.'), status: 429 };
