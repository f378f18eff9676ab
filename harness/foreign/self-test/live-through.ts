import { type Cell, cells } from './cells.ts';
import type { Seen } from './far-side.ts';

/** What one call comes to, from both sides; instants in ms from its beginning. */
export interface Lived {
  readonly seen: readonly object[];
  readonly head?: object;
  /** Pieces of the body, each with its instant. */
  readonly pieces: readonly (readonly [number, string])[];
  readonly error?: object;
  readonly endedAt: number;
}

export interface Side {
  readonly fetch: typeof fetch;
  readonly baseURL: string;
  readonly nowMs: () => number;
  /** What the server has seen; taken out by this. */
  readonly seen: Seen[];
}

/** Lives through all cells with one fetch, one after the other. */
export async function liveThrough(side: Side): Promise<ReadonlyMap<string, Lived>> {
  const all = new Map<string, Lived>();
  for (const cell of cells) all.set(cell.name, await live(cell, side));
  return all;
}

async function live(cell: Cell, side: Side): Promise<Lived> {
  const { nowMs } = side;
  const from = nowMs();
  const pieces: [number, string][] = [];
  const got: { head?: object; error?: object } = {};
  try {
    await call(cell, side, { got, hear: (text) => pieces.push([nowMs() - from, text]) });
  } catch (error) {
    got.error = described(error);
  }
  const endedAt = nowMs() - from;
  // What the end of one call causes at the other side is not of the next one.
  await new Promise((resolve) => setTimeout(resolve, 1));
  const seen = side.seen
    .splice(0)
    .map(({ at, closedAt, ...more }) => ({ ...more, at: at - from, ...(closedAt !== undefined && { closedAt: closedAt - from }) }));
  return { seen, ...got, pieces, endedAt };
}

interface Log {
  readonly got: { head?: object };
  readonly hear: (text: string) => void;
}

async function call({ name, init, leaves }: Cell, { fetch, baseURL }: Side, { got, hear }: Log): Promise<void> {
  const leaving = new AbortController();
  if (typeof leaves === 'number') setTimeout(() => leaving.abort(new DOMException('too late', 'TimeoutError')), leaves);
  const response = await fetch(`${baseURL}/${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer none' },
    body: '{"question":"Où?"}',
    signal: leaving.signal,
    ...init,
  });
  got.head = headOf(response);
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done) return;
    hear(Buffer.from(value ?? []).toString());
    if (leaves === 'aborts the body') leaving.abort();
    if (leaves === 'cancels the body') return reader?.cancel();
  }
}

function headOf(response: Response): object {
  const { status, statusText, ok, redirected, type, url, headers } = response;
  const { date, ...others } = Object.fromEntries(headers);
  return { status, statusText, ok, redirected, type, url, headers: others, dated: date !== undefined };
}

/** What a program can tell of an error and of its causes. */
function described(error: unknown): object {
  if (!(error instanceof Error)) return { thrown: String(error) };
  const { name, message, cause } = error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return { name, message, code, syscall, ...(cause !== undefined && { cause: described(cause) }) };
}
