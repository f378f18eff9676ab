import { expect } from 'vitest';
import type { Reading, StreamReader } from '../../sim/dialects/caller.ts';

/** What a reader makes of a text, in one piece, and the same cut in two at every byte. */
export function readCutEverywhere(
  open: () => StreamReader,
  text: string,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Reading & { readonly over: boolean } {
  const bytes = Buffer.from(text, encoding);
  const read = (...pieces: readonly Uint8Array[]) => {
    const reader = open();
    for (const piece of pieces) reader.read(piece);
    const { over } = reader;
    return { over, ...reader.end() };
  };
  const whole = read(bytes);
  for (let at = 1; at < bytes.length; at++) expect(read(bytes.subarray(0, at), bytes.subarray(at))).toEqual(whole);
  return whole;
}
