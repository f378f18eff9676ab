import { expect, test } from 'vitest';
import type { Caller, Outcome } from './caller.ts';
import type { OwnError } from './expected/openai-error.ts';
import { hurry } from './hurry.ts';
import { type Script, scripted } from './scripted.ts';
import type { Bounds } from './waits.ts';

/** One error, and what one client makes of it. */
export interface ErrorRow {
  readonly what: string;
  readonly status: number;
  readonly type: string;
  readonly code: string | null | undefined;
  readonly message: string;
  /** The wait, ms, that the message asks for. */
  readonly askedMs?: number;
  /** What is sent, word by word. */
  readonly body: unknown;
  /** How the server comes to say it by itself. */
  readonly own?: OwnError;
  readonly raised: string;
  /** With the client's own number of retries. */
  readonly attempts: number;
}

export interface ErrorSuite {
  readonly caller: () => Caller;
  /** Of the server; default OpenAI's. */
  readonly dialect?: string;
  readonly rows: readonly ErrorRow[];
  /** Has what the server says by itself also sent word by word; default true. */
  readonly twice?: boolean;
  /** Path of the file in which the client sleeps. */
  readonly sleeps: RegExp;
  /** Bounds of each wait in turn; no header names one. */
  readonly waits: (row: ErrorRow) => readonly Bounds[];
  /** What a client that retried wraps its last error in. */
  readonly wrapped?: string;
}

/** Every error, plain and streamed, the client's own retries off and on, sent word by word and said by the server itself. */
export function testErrors({ caller, dialect = 'openai', rows, twice = true, sleeps, waits, wrapped }: ErrorSuite): void {
  const own = rows.filter((row) => row.own !== undefined);
  const cases = [
    ...rows
      .filter((row) => twice || row.own === undefined)
      .map((row) => [row.what, row, { dialect, rest: { status: row.status, body: row.body } }, undefined] as const),
    ...own.map(({ own: how = {}, ...row }) => {
      const said = { ...row, message: how.message ?? row.message };
      return [`${row.what}, the server's own words`, said, ownScript(how, dialect), how.maxTokens] as const;
    }),
  ];

  test.each(cases)('%s', async (_, row, script, maxTokens) => {
    const slept = hurry(sleeps);
    const { url, attempts } = await scripted(script);
    for (const stream of [false, true]) {
      const once = await caller()({ url, stream, retries: 0, maxTokens });
      expectRaised(once, row);
      expect(once.raised?.wrapped).toBeUndefined();
      expect(slept.splice(0)).toEqual([]);

      const before = await attempts();
      const again = await caller()({ url, stream, maxTokens });
      expectRaised(again, row);
      expect(again.raised?.wrapped).toBe(row.attempts > 1 ? wrapped : undefined);
      expect((await attempts()) - before).toBe(row.attempts);
      expectWaits(slept.splice(0), waits(row).slice(0, row.attempts - 1));
    }
    expect(await attempts()).toBe(2 + 2 * row.attempts);
  });
}

function ownScript({ dialect, model, refuse, retryAfter }: OwnError, name: string): Script {
  return { dialect: { [name]: dialect ?? {} }, model, ...(refuse !== undefined && { rest: { refuse, retryAfter } }) };
}

function expectRaised({ text, raised }: Outcome, { raised: name, status, type, code, message }: ErrorRow): void {
  expect(text).toBe('');
  expect(raised).toMatchObject({ name, status, type, code, message: expect.stringContaining(message) });
  expect(raised?.requestId).toMatch(/^req_/);
}

function expectWaits(slept: readonly number[], bounds: readonly Bounds[]): void {
  expect(slept).toHaveLength(bounds.length);
  slept.forEach((ms, index) => {
    const [low, high] = bounds[index] ?? [0, 0];
    expect(ms).toBeGreaterThanOrEqual(low);
    expect(ms).toBeLessThanOrEqual(high);
  });
}
