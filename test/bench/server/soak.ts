import { startChild } from './child.ts';
import { startOurs } from './contenders.ts';
import type { Load, Served } from './load.ts';
import { bodyOf, burst, type Kind, paced, plain } from './reply.ts';
import type { Used } from './serving.ts';

const minutes = 10;

/** What comes again and again, and how many of them: plain replies, streams in one go and in their own time, connections anew. */
const mix: readonly { readonly kind: Kind; readonly connections: number; readonly requests: number }[] = [
  { kind: plain, connections: 64, requests: 4000 },
  { kind: burst, connections: 64, requests: 2000 },
  { kind: paced, connections: 256, requests: 512 },
];

export interface Soaked {
  readonly replies: number;
  /** At the end of each minute, after a collection. */
  readonly heapBytes: readonly number[];
  readonly residentBytes: readonly number[];
}

/** Ten minutes of load on one server. */
export async function soak(): Promise<Soaked> {
  const load = startChild('load.js');
  const { child, port } = await startOurs();
  const seen: Used[] = [];
  let replies = 0;
  const began = process.hrtime.bigint();
  const minute = (): number => Number(process.hrtime.bigint() - began) / 60e9;
  while (seen.length < minutes) {
    for (const { kind, connections, requests } of mix) {
      await load.ask<Served>({ port, body: bodyOf(kind), connections, requests } satisfies Load);
      replies += requests;
    }
    if (minute() >= seen.length + 1) seen.push(await child.ask<Used>({}));
  }
  child.stop();
  load.stop();
  return {
    replies,
    heapBytes: seen.map(({ heapBytes }) => heapBytes),
    residentBytes: seen.map(({ residentBytes }) => residentBytes),
  };
}
