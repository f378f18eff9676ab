import type { Endpoint } from '../../api.ts';
import type { BatchApi } from '../../batch-api.ts';
import { createBatchBook } from './batch-book.ts';
import { mostFileBytes } from './bounds.ts';
import { createFileCabinet } from './file-cabinet.ts';

/** What a form has beside its file. */
const formBytes = 100_000;

/**
 * OpenAI's Files and Batch interfaces, for batches of chat completions and responses. Shapes are those of the published
 * OpenAPI description; texts of what is wrong with an input file were captured from it.
 */
export function openaiBatches(endpoints: readonly Endpoint[]): BatchApi {
  return {
    routes: {
      upload: { method: 'POST', path: '/v1/files', takes: 'form', mostBytes: mostFileBytes + formBytes },
      files: { method: 'GET', path: '/v1/files' },
      file: { method: 'GET', path: '/v1/files/:file' },
      content: { method: 'GET', path: '/v1/files/:file/content' },
      remove: { method: 'DELETE', path: '/v1/files/:file' },
      create: { method: 'POST', path: '/v1/batches', takes: 'json' },
      batches: { method: 'GET', path: '/v1/batches' },
      batch: { method: 'GET', path: '/v1/batches/:batch' },
      cancel: { method: 'POST', path: '/v1/batches/:batch/cancel' },
    },
    open(desk) {
      const cabinet = createFileCabinet(desk);
      const book = createBatchBook({ desk, cabinet, endpoints });
      return {
        upload: cabinet.upload,
        files: cabinet.list,
        file: cabinet.retrieve,
        content: cabinet.content,
        remove: cabinet.remove,
        create: book.create,
        batches: book.list,
        batch: book.retrieve,
        cancel: book.cancel,
      };
    },
  };
}
