import type { IncomingMessage } from 'node:http';
import type { BatchForm } from '../../dialects/batch-api.ts';

/** What came of a body: its bytes, or that it is larger than it may be. Never settles when its sender leaves. */
export function readBytes(payload: IncomingMessage, limitBytes: number): Promise<Buffer | 'too-large'> {
  return new Promise((resolve) => {
    if (Number(payload.headers['content-length'] ?? 0) > limitBytes) {
      payload.resume();
      resolve('too-large');
      return;
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    payload.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limitBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve('too-large');
      }
    });
    payload.on('end', () => resolve(Buffer.concat(chunks)));
  });
}

/** A form of `multipart/form-data` with at most one file; undefined for what is none. */
export async function formOf(bytes: Buffer, contentType: string): Promise<BatchForm | undefined> {
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
