import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { InputError } from '../../../sim/kernel/problem.ts';
import { whyUnreadable } from '../../../sim/kernel/read-bytes.ts';

/** A log as text, piece by piece; nothing holds all of it. */
export interface Source {
  readonly file: string;
  text(): AsyncGenerator<string>;
}

/** A file, packed with gzip or not, or standard input (`-`). InputError when it cannot be read. */
export function fileSource(path: string): Source {
  return {
    file: path,
    text: async function* () {
      try {
        if (path !== '-' && (await stat(path)).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
        yield* decoded(path === '-' ? process.stdin : createReadStream(path, { highWaterMark: 1 << 18 }));
      } catch (error) {
        throw explained(path, error);
      }
    },
  };
}

async function* decoded(stream: Readable): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let begun: Buffer = Buffer.alloc(0);
  for await (const bytes of await unpacked(stream)) {
    begun = begun.length === 0 ? (bytes as Buffer) : Buffer.concat([begun, bytes as Buffer]);
    if (decoder === undefined && begun.length < 2) continue;
    decoder ??= new TextDecoder(encodingOf(begun));
    const text = decoder.decode(begun, { stream: true });
    begun = Buffer.alloc(0);
    if (text.includes('\0')) throw new NoText();
    if (text !== '') yield text;
  }
  const rest = (decoder ?? new TextDecoder()).decode(begun);
  if (rest !== '') yield rest;
}

/** UTF-16, as some shells and spreadsheets write it, with its byte order mark; else UTF-8. */
function encodingOf(beginning: Uint8Array): string {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le';
  return beginning[0] === 0xfe && beginning[1] === 0xff ? 'utf-16be' : 'utf-8';
}

class NoText extends Error {}

/** The stream, behind gzip when it begins so. */
async function unpacked(stream: Readable): Promise<AsyncIterable<unknown>> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await pieces.next();
  const all = async function* (): AsyncGenerator<Buffer> {
    for (let piece = first; piece.done !== true; piece = await pieces.next()) yield piece.value;
  };
  const packed = first.done !== true && first.value[0] === 0x1f && first.value[1] === 0x8b;
  return packed ? gunzipped(all()) : all();
}

/** Errors of what is read come out of what is unpacked. */
function gunzipped(bytes: AsyncGenerator<Buffer>): AsyncIterable<unknown> {
  const from = Readable.from(bytes);
  const unpack = createGunzip();
  from.on('error', (error) => unpack.destroy(error));
  return from.pipe(unpack);
}

function explained(file: string, error: unknown): unknown {
  if (error instanceof NoText)
    return new InputError([{ file, message: 'expected text in UTF-8, or in UTF-16 with a byte order mark, found a NUL byte' }]);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('Z_')) return new InputError([{ file, message: 'cannot be unpacked: it is cut short or damaged' }]);
  const message = whyUnreadable(error);
  return message === undefined ? error : new InputError([{ file, message }]);
}
