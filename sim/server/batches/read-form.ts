import type { IncomingMessage } from 'node:http';
import type { BatchForm } from '../../dialects/batch-api.ts';
import type { Got } from '../own-route.ts';
import { announces, BadBody, collect } from '../read-body.ts';

/** Reads a form; `got` has undefined for what is none. */
export function readForm(payload: IncomingMessage, limitBytes: number, got: Got): void {
  if (announces(payload.headers, limitBytes)) {
    payload.resume();
    got(new BadBody({ kind: 'too-large', limitBytes }));
    return;
  }
  collect(payload, limitBytes, (error, bytes) => {
    if (bytes === undefined) got(error);
    else void formOf(bytes, payload.headers['content-type'] ?? '').then((form) => got(null, form));
  });
}

/** A form of `multipart/form-data` with at most one file; undefined for what is none. */
async function formOf(bytes: Buffer, contentType: string): Promise<BatchForm | undefined> {
  try {
    const form = await new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'content-type': contentType } }).formData();
    const fields: Record<string, string> = {};
    let file: BatchForm['file'];
    for (const [name, value] of form) {
      if (typeof value === 'string') fields[name] = value;
      else if (name === 'file') file = { name: value.name, bytes: Buffer.from(await value.arrayBuffer()) };
    }
    return { fields, file };
  } catch {
    return undefined;
  }
}
