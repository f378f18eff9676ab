import { crc32 } from 'node:zlib';
import type { StreamReader } from '../caller.ts';
import type { Sign } from '../reading/sign.ts';
import { Tally } from '../reading/stream-reader.ts';
import { checksumBytes, type Frame, preludeBytes, readFrame } from './frame.ts';

/** Longer ones are no messages: the format has an end at 24 MiB. */
const longest = 25_165_824;

/**
 * Reads a body of messages of application/vnd.amazon.eventstream, as the network cuts it. After bytes that are no message
 * nobody knows where the next one begins: the rest is unreadable. A message that the body's end cuts off is none.
 */
export function frameReader(interpret: (frame: Frame) => Sign, keepText = false): StreamReader {
  const tally = new Tally(keepText);
  let rest: Buffer = Buffer.alloc(0);
  let lost = false;

  /** The first message, taken off the rest; undefined where it is not all there. */
  function next(): Buffer | undefined {
    if (lost || rest.length < preludeBytes) return undefined;
    const length = rest.readUInt32BE(0);
    const sound = length >= preludeBytes + checksumBytes && length <= longest && crc32(rest.subarray(0, 8)) === rest.readUInt32BE(8);
    if (!sound) giveUp();
    if (!sound || rest.length < length) return undefined;
    const frame = rest.subarray(0, length);
    rest = rest.subarray(length);
    return frame;
  }

  function giveUp(): void {
    lost = true;
    rest = Buffer.alloc(0);
    tally.add({ unreadable: true });
  }

  return {
    read(bytes) {
      if (lost) return;
      rest = rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([rest, bytes]);
      for (let frame = next(); frame !== undefined; frame = next()) {
        const message = readFrame(frame);
        if (message === undefined) giveUp();
        else tally.add(interpret(message));
      }
    },
    get tokens() {
      return tally.tokens;
    },
    get over() {
      return tally.over;
    },
    end: () => tally.reading(),
  };
}
