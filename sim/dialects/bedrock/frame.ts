import { crc32 } from 'node:zlib';

/** Kind of a header's value: text with its length in two bytes. */
const text = 7;

/** What stands before the headers: the length of all, the length of the headers, a checksum of these two. */
export const preludeBytes = 12;

/** The checksum of all that is before it. */
export const checksumBytes = 4;

/**
 * One message of application/vnd.amazon.eventstream, a character a byte: prelude, headers, payload, checksum; lengths and
 * CRC32 in four bytes, the highest first.
 */
export function frameOf(headers: Readonly<Record<string, string>>, payload: string): string {
  const named = Buffer.concat(Object.entries(headers).map(([name, value]) => headerOf(name, value)));
  const body = Buffer.from(payload);
  const frame = Buffer.alloc(preludeBytes + named.length + body.length + checksumBytes);
  frame.writeUInt32BE(frame.length, 0);
  frame.writeUInt32BE(named.length, 4);
  frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8);
  frame.set(named, preludeBytes);
  frame.set(body, preludeBytes + named.length);
  const end = frame.length - checksumBytes;
  frame.writeUInt32BE(crc32(frame.subarray(0, end)), end);
  return frame.toString('latin1');
}

/** A byte for the length of the name, the name, a byte for the kind of the value, its length, the value. */
function headerOf(name: string, value: string): Buffer {
  const [key, said] = [Buffer.from(name), Buffer.from(value)];
  const lengths = Buffer.alloc(3);
  lengths.writeUInt8(text, 0);
  lengths.writeUInt16BE(said.length, 1);
  return Buffer.concat([Buffer.of(key.length), key, lengths, said]);
}

/** A message as it is read; headers whose values are no text are left out. */
export interface Frame {
  readonly headers: ReadonlyMap<string, string>;
  readonly payload: string;
}

/** Bytes of the values of a header, by their kind; undefined: two bytes say how many. */
const valueBytes: readonly (number | undefined)[] = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16];

/** Reads the bytes of one whole message, or says nothing of what is none. */
export function readFrame(frame: Buffer): Frame | undefined {
  const headersEnd = preludeBytes + frame.readUInt32BE(4);
  const end = frame.length - checksumBytes;
  if (headersEnd > end || crc32(frame.subarray(0, end)) !== frame.readUInt32BE(end)) return undefined;
  const headers = new Map<string, string>();
  for (let at = preludeBytes; at < headersEnd; ) {
    const nameEnd = at + 1 + frame.readUInt8(at);
    if (nameEnd >= headersEnd) return undefined;
    const name = frame.toString('utf8', at + 1, nameEnd);
    const kind = frame.readUInt8(nameEnd);
    if (kind >= valueBytes.length || (valueBytes[kind] === undefined && nameEnd + 3 > headersEnd)) return undefined;
    const from = nameEnd + (valueBytes[kind] === undefined ? 3 : 1);
    at = from + (valueBytes[kind] ?? frame.readUInt16BE(nameEnd + 1));
    if (at > headersEnd) return undefined;
    if (kind === text) headers.set(name, frame.toString('utf8', from, at));
  }
  return { headers, payload: frame.toString('utf8', headersEnd, end) };
}
