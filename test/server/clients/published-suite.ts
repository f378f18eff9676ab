import { expect, test } from 'vitest';
import type { Caller, Outcome } from './caller.ts';
import type { OwnError } from './expected/openai-error.ts';
import { hurry } from './hurry.ts';
import { type Script, scripted } from './scripted.ts';
import type { Bounds } from './waits.ts';

/** One error as a provider publishes it, and what a client of it makes of it. */
export interface PublishedError {
  readonly what: string;
  readonly status: number;
  readonly type?: string | undefined;
  readonly code?: string | undefined;
  /** Part of its text. */
  readonly message: string;
  /** How the server comes to say it by itself. */
  readonly own: OwnError;
  /** Name of what the client's caller is thrown. */
  readonly raised: string;
  /** Attempts with the client's own number of retries. */
  readonly attempts: number;
  /** The wait, ms, that a header asks for. */
  readonly askedMs?: number;
}

export interface PublishedSuite {
  readonly caller: () => Caller;
  readonly dialect: string;
  readonly rows: readonly PublishedError[];
  /** Path of the file in which the client sleeps. */
  readonly sleeps: RegExp;
  /** Bounds, ms, of the wait before retry n + 1. */
  readonly wait: (row: PublishedError, n: number) => Bounds;
}

/** Every error, plain and streamed, with the client's own retries off and on. */
export function testPublished({ caller, dialect, rows, sleeps, wait }: PublishedSuite): void {
  test.each(rows.map((row) => [row.what, row] as const))('%s', async (_, row) => {
    const slept = hurry(sleeps);
    const { url, attempts } = await scripted(scriptOf(row.own, dialect));
    for (const stream of [false, true]) {
      for (const [retries, times] of [[0, 1] as const, [undefined, row.attempts] as const]) {
        const before = await attempts();
        const outcome = await caller()({ url, stream, maxTokens: row.own.maxTokens, ...(retries !== undefined && { retries }) });
        expectRaised(outcome, row);
        expect((await attempts()) - before).toBe(times);
        expectWaits(
          slept.splice(0),
          Array.from({ length: times - 1 }, (_one, n) => wait(row, n)),
        );
      }
    }
  });
}

/** A server that says this error, whatever it is asked. */
export function scriptOf({ dialect = {}, model, refuse, retryAfter }: OwnError, name: string): Script {
  const said = { refuse, ...(retryAfter !== undefined && { retryAfter }) };
  return { dialect: { [name]: dialect }, ...(model !== undefined && { model }), ...(refuse !== undefined && { rest: said }) };
}

export function expectRaised({ text, raised }: Outcome, { raised: name, status, type, code, message }: PublishedError): void {
  expect(text).toBe('');
  expect(raised).toMatchObject({ name, status, message: expect.stringContaining(message) });
  expect([raised?.type ?? undefined, raised?.code ?? undefined]).toEqual([type, code]);
}

export function expectWaits(slept: readonly number[], bounds: readonly Bounds[]): void {
  expect(slept).toHaveLength(bounds.length);
  slept.forEach((ms, index) => {
    const [low, high] = bounds[index] ?? [0, 0];
    expect(ms).toBeGreaterThanOrEqual(low);
    expect(ms).toBeLessThanOrEqual(high);
  });
}
