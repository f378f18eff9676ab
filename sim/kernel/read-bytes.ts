import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The most bytes that still fit into one string. */
export const mostText = 500_000_000;

/** What is in a file, or in a few words why that cannot be known. */
export type FileBytes = { readonly bytes: Uint8Array } | { readonly reason: string; readonly missing: boolean };

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
  EISDIR: 'is a folder, expected a file',
  ENAMETOOLONG: 'cannot be read: the name is too long',
  ELOOP: 'cannot be read: the path runs in a circle of links',
  EIO: 'cannot be read: the disk reports an error',
  ERR_INVALID_ARG_VALUE: 'cannot be read: the name holds a NUL character',
};

/** In a few words, why the system does not let something be read; undefined for an error that is not the system's. */
export function whyUnreadable(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? (/^E[A-Z]+$/.test(code) ? `cannot be read (${code})` : undefined);
}

const chunkBytes = 65_536;
const pauseMs = 10;

/**
 * Reads a file, or what is open under a number, 0 for standard input. Pipes and devices are read to their end; nothing is
 * read beyond `most` bytes, however much there is.
 */
export function readBytes(file: string | number, most: number): FileBytes {
  let opened: number | undefined;
  try {
    opened = typeof file === 'number' ? file : openSync(file, 'r');
    const stats = fstatSync(opened);
    if (stats.isDirectory()) return { reason: reasons.EISDIR ?? '', missing: false };
    const bytes = stats.size > most ? undefined : readAll(opened, most);
    return bytes === undefined ? { reason: `is larger than ${megabytes(most)} MB, the most it may have`, missing: false } : { bytes };
  } catch (error) {
    const reason = whyUnreadable(error) ?? 'cannot be read';
    return { reason, missing: reason === reasons.ENOENT };
  } finally {
    if (typeof file === 'string' && opened !== undefined) closeSync(opened);
  }
}

function megabytes(bytes: number): number {
  return bytes / 1_000_000;
}

/** Everything up to the end; undefined when that is more than `most` bytes. */
function readAll(descriptor: number, most: number): Uint8Array | undefined {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const count = readSome(descriptor, chunk);
    if (count === 0) return Buffer.concat(chunks, length);
    length += count;
    if (length > most) return undefined;
    chunks.push(chunk.subarray(0, count));
  }
}

/** A pipe may be set not to wait for its writer, and on Windows the end of one is an error. */
function readSome(descriptor: number, into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(descriptor, into);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}
