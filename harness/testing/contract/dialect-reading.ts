import assert from 'node:assert/strict';
import type { Reading, StreamReader } from '../../../sim/dialects/caller.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';

/** What was read is what the simulation says, and as many tokens came. */
export function readBack(what: string, { facts, tokens }: Reading, expected: WireFacts, count: number): void {
  assert.deepEqual(known(facts), known(expected), `${what}: the caller reads something else than the facts say`);
  assert.equal(tokens, count, `${what}: tokens that the caller counts`);
}

/** Without what is not known. */
function known(facts: WireFacts): object {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Bytes that come at once: few, so that lines, names and characters are cut. */
const step = 5;

/** Reads a stream in one piece, and in many; both must come to the same. */
export function readStream(
  what: string,
  open: () => StreamReader,
  text: string,
  encoding: 'utf8' | 'latin1',
): Reading & { readonly over: boolean } {
  const bytes = Buffer.from(text, encoding);
  const whole = open();
  whole.read(bytes);
  const over = whole.over;
  const reading = whole.end();
  const cut = open();
  for (let at = 0; at < bytes.length; at += step) cut.read(bytes.subarray(at, at + step));
  assert.equal(cut.over, over, `${what}: over, read in pieces`);
  assert.deepEqual(cut.end(), reading, `${what}: read in pieces`);
  return { ...reading, over };
}
