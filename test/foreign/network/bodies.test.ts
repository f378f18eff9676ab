import { beforeAll, describe, expect, test } from 'vitest';
import { runFixture } from './run-fixture.ts';

interface Said {
  readonly sent: Readonly<Record<string, unknown>>;
  readonly read: Readonly<Record<string, unknown>>;
}

let real: Said;
let fast: Said;
beforeAll(async () => {
  real = await runFixture<Said>('bodies.mjs', 'real');
  fast = await runFixture<Said>('bodies.mjs', 'fast');
});

describe('our fetch, beside Node’s own over loopback', () => {
  test('sends every kind of request and body', () => {
    expect(fast.sent).toEqual(real.sent);
    const completed = Object.entries(real.sent).filter(([, said]) => Array.isArray(said) && said[0] === 200);
    expect(completed.map(([name]) => name)).toEqual(
      expect.arrayContaining(['string', 'bytes', 'part', 'buffer', 'blob', 'stream', 'request', 'changedRequest', 'pairs', 'instance']),
    );
  });

  test('reads responses in every way', () => {
    expect(fast.read).toEqual(real.read);
    expect(real.read).toMatchObject({
      clone: [['ArrayBuffer', expect.any(Number)], expect.anything(), 'big', true, 'application/json', [true, true]],
    });
  });
});
