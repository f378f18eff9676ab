import { InputError } from '../../../../sim/kernel/problem.ts';

/**
 * The text of a file whose encoding nobody states: UTF-16 of either byte order when it has its byte order mark, else
 * UTF-8 with or without mark, else (bytes that are no UTF-8) Latin-1.
 */
export function decodeText(bytes: Uint8Array, file: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const littleEndian = buffer[0] === 0xff && buffer[1] === 0xfe;
  if (littleEndian || (buffer[0] === 0xfe && buffer[1] === 0xff)) {
    if (buffer.length % 2 === 1)
      throw new InputError([
        { file, message: `expected an even number of bytes in a UTF-16 file, found ${buffer.length}: it is cut short` },
      ]);
    const body = buffer.subarray(2);
    return (littleEndian ? body : Buffer.from(body).swap16()).toString('utf16le');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(buffer);
  } catch {
    return buffer.toString('latin1');
  }
}
