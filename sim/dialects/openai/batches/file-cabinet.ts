import { isUtf8 } from 'node:buffer';
import type { BatchCall, BatchDesk, BatchForm, BatchReply } from '../../batch-api.ts';
import type { ErrorReply } from '../../error-reply.ts';
import { createShelf } from '../../shelf.ts';
import { invalidRequest, shortened } from '../request-errors.ts';
import { isJsonLines } from './batch-input.ts';
import { mostFileBytes, mostKept, mostKeptBytes } from './bounds.ts';
import { pageOf } from './page.ts';

/** A file that its owner sent, or one that a batch made. */
export interface OpenaiFile {
  readonly name: string;
  readonly purpose: string;
  readonly createdMs: number;
  /** Bytes of its content. */
  readonly size: number;
  readonly content: Buffer | (() => Iterable<string>);
}

/** The files of one caller. */
export interface FileCabinet {
  /** The content of a file that was sent for batches. */
  inputOf(id: string): Buffer | undefined;
  /** Keeps what a batch made; its id. */
  add(file: OpenaiFile): string;
  forget(id: string): void;
  upload(call: BatchCall): BatchReply;
  retrieve(call: BatchCall): BatchReply;
  content(call: BatchCall): BatchReply;
  list(call: BatchCall): BatchReply;
  remove(call: BatchCall): BatchReply;
}

/** As published for files of batches; nothing is thrown away earlier or later. */
const monthSeconds = 2_592_000;

const mostOnPage = 10_000;

export function createFileCabinet(desk: BatchDesk): FileCabinet {
  const sent = createShelf<OpenaiFile & { readonly bytes: number; readonly over: boolean; drop(): void }>(mostKept, mostKeptBytes);
  const made = new Map<string, OpenaiFile>();
  const find = (id: string): OpenaiFile | undefined => sent.get(id) ?? made.get(id);

  /** Answers for the file that the path names. */
  function withFile({ params }: BatchCall, answer: (id: string, file: OpenaiFile) => BatchReply): BatchReply {
    const id = params.file ?? '';
    const file = find(id);
    return file === undefined ? noSuchFile(id) : answer(id, file);
  }

  return {
    inputOf(id) {
      const content = sent.get(id)?.content;
      return Buffer.isBuffer(content) ? content : undefined;
    },
    add(file) {
      const id = `file-${desk.id()}`;
      made.set(id, file);
      return id;
    },
    forget: (id) => void made.delete(id),
    upload({ body }) {
      const form = body as BatchForm | undefined;
      const wrong = wrongWithUpload(form);
      if (wrong !== undefined || form?.file === undefined) return wrong ?? missing('file');
      const { name, bytes: content } = form.file;
      if (!sent.makeRoom(content.length)) return storageFull;
      const id = `file-${desk.id()}`;
      const file = { name, purpose: 'batch', createdMs: desk.nowMs(), size: content.length, content };
      sent.put(id, { ...file, bytes: content.length, over: false, drop: () => {} });
      return { json: fileObject(id, file) };
    },
    retrieve: (call) => withFile(call, (id, file) => ({ json: fileObject(id, file) })),
    content: (call) => withFile(call, (_id, { content }) => contentReply(content)),
    list({ query }) {
      const { purpose, order } = query;
      const all = [...sent.all(), ...[...made].reverse()].filter(([, file]) => purpose === undefined || file.purpose === purpose);
      all.sort(([, a], [, b]) => (order === 'asc' ? a.createdMs - b.createdMs : b.createdMs - a.createdMs));
      return pageOf(all, { query, usual: mostOnPage, most: mostOnPage }, fileObject);
    },
    remove: (call) =>
      withFile(call, (id) => {
        sent.remove(id);
        made.delete(id);
        return { json: { id, object: 'file', deleted: true } };
      }),
  };
}

function contentReply(content: OpenaiFile['content']): BatchReply {
  const type = 'application/octet-stream';
  if (!Buffer.isBuffer(content)) return { lines: content(), type };
  return { bytes: content, type };
}

function wrongWithUpload(form: BatchForm | undefined): ErrorReply | undefined {
  if (form === undefined) return invalidRequest('The request is not a valid multipart/form-data body.');
  const { purpose } = form.fields;
  if (purpose === undefined) return missing('purpose');
  // The real interface takes files for other purposes too.
  if (purpose !== 'batch')
    return invalidRequest(`Invalid value: '${shortened(purpose)}'. Supported values are: 'batch'.`, 'purpose', 'invalid_value');
  if (form.file === undefined) return missing('file');
  const { bytes } = form.file;
  if (bytes.length > mostFileBytes) return { ...invalidRequest(`The file is larger than ${mostFileBytes} bytes.`, 'file'), status: 413 };
  return isUtf8(bytes) && isJsonLines(bytes) ? undefined : invalidRequest('Invalid file format for Batch API. Must be .jsonl');
}

function missing(param: string): ErrorReply {
  return invalidRequest(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter');
}

function noSuchFile(id: string): ErrorReply {
  return { ...invalidRequest(`No such File object: ${shortened(id)}`, 'id'), status: 404 };
}

// UNVERIFIED: status and text.
const storageFull = invalidRequest('The storage for files is full. Delete some of them.', 'file');

function fileObject(id: string, { name, purpose, createdMs, size }: OpenaiFile): object {
  const created = Math.floor(createdMs / 1000);
  return {
    object: 'file',
    id,
    purpose,
    filename: name,
    bytes: size,
    created_at: created,
    expires_at: created + monthSeconds,
    status: 'processed',
    status_details: null,
  };
}
