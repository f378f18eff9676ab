import { describe, expect, test } from 'vitest';
import { streamedBody } from '../../../harness/foreign/network/streamed-body.ts';
import { runFixture } from './run-fixture.ts';

interface Said {
  readonly ended: boolean;
  readonly tokens: number;
  readonly before: object;
  readonly after: object;
}

describe('a body that nobody reads', () => {
  test.each(['sockets', 'fast'])('makes the server wait, is in no danger, and comes whole in the end: %s', async (front) => {
    const { ended, tokens, before, after } = await runFixture<Said>('slow-reader.mjs', front);
    // One piece opens the answer, and one is of each token.
    expect([ended, tokens]).toEqual([true, 3001]);
    expect(before).toMatchObject({ open: 1, answered: 0 });
    expect(after).toMatchObject({ open: 0, answered: 1, left: 0 });
  });

  test('is full at 64 KB, and drained when it is read', async () => {
    let drained = 0;
    const body = streamedBody({ drained: () => drained++, cancelled: () => {} });
    expect(body.push(new Uint8Array(65_535))).toBe(true);
    expect(body.push(new Uint8Array(1))).toBe(false);
    expect([body.full, drained]).toEqual([true, 0]);
    const reader = body.stream.getReader();
    await reader.read();
    await reader.read();
    const next = reader.read();
    expect([body.full, drained]).toEqual([false, 1]);
    body.end();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  test('tells the writer that its reader leaves', async () => {
    let cancelled = 0;
    const body = streamedBody({ drained: () => {}, cancelled: () => cancelled++ });
    await body.stream.cancel();
    expect(cancelled).toBe(1);
    // What comes too late is nobody's.
    expect(body.push(new Uint8Array(100_000))).toBe(true);
  });
});
