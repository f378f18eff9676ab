import { expect, test } from 'vitest';
import type { Caller, Raised } from './caller.ts';
import { hurry } from './hurry.ts';
import { type Script, scripted } from './scripted.ts';

/** An error inside a 200 stream, and what a client with its own number of retries makes of it. */
export interface StreamCase {
  readonly what: string;
  readonly script: Script;
  /** Words of text before it; each retry begins anew. */
  readonly words: number;
  readonly attempts: number;
  /** What its caller is thrown; undefined: nothing. */
  readonly raised: Partial<Raised> | undefined;
  /** Type of the last event that its caller is handed, where it is handed events. */
  readonly lastEvent?: string;
}

export interface StreamSuite {
  readonly caller: () => Caller;
  /** Path of the file in which the client sleeps. */
  readonly sleeps: RegExp;
  readonly cases: readonly StreamCase[];
}

export function testStreams({ caller, sleeps, cases }: StreamSuite): void {
  test.each(cases.map((one) => [one.what, one] as const))('%s', async (_, { script, words, attempts, raised, lastEvent }) => {
    const slept = hurry(sleeps);
    const server = await scripted(script);
    const outcome = await caller()({ url: server.url, stream: true });
    if (raised === undefined) expect(outcome.raised).toBeUndefined();
    else expect(outcome.raised).toMatchObject({ message: expect.stringMatching(/overloaded/i), ...raised });
    expect(outcome.text.split(' ').filter((word) => word !== '')).toHaveLength(words);
    expect([await server.attempts(), slept.length]).toEqual([attempts, attempts - 1]);
    if (lastEvent !== undefined) expect(outcome.events.at(-1)).toBe(lastEvent);
  });
}

/** At capacity, said inside a stream before its first token, and after three. */
export const overloadedEarly: Script = { model: { slots: 0, capacityAs: { status: 0, stream: 1 } } };
export const overloadedLate: Script = { model: { slots: 0, capacityAs: { status: 0, stream: 0, streamAfter: { share: 1, tokens: 3 } } } };

/** The same before the first token, and a good answer to the next attempt. */
export const overloadedOnce: Script = { replies: [{ refuse: 'capacity', inStream: true }] };

/** A whole stream, word by word. */
export function streamed(body: string): Script {
  return { rest: { status: 200, headers: { 'content-type': 'text/event-stream' }, body } };
}
