import { type AnyFunction, replace } from './replace.ts';

/** What the user's code printed. */
export interface Output {
  /** The first part of it, standard output and standard error as they came. */
  readonly text: string;
  /** Characters beyond that part. */
  readonly leftOut: number;
}

/** Characters that are kept. */
const most = 65_536;

/** Keeps what is printed: in a worker each line would be a message to the main thread and back, in real time. */
export function keepOutput(): Output {
  const parts: string[] = [];
  let length = 0;
  let leftOut = 0;
  const keep = (text: string): void => {
    const kept = text.slice(0, most - length);
    if (kept !== '') parts.push(kept);
    length += kept.length;
    leftOut += text.length - kept.length;
  };
  for (const stream of [process.stdout, process.stderr]) {
    replace(stream, 'write', (chunk: unknown, ...rest: unknown[]) => {
      keep(textOf(chunk, rest[0]));
      later(rest.at(-1));
      return true;
    });
    replace(stream, 'end', (...args: unknown[]) => {
      if (args.length > 0 && typeof args[0] !== 'function') keep(textOf(args[0], args[1]));
      later(args.at(-1));
      return stream;
    });
  }
  replace(process, '_rawDebug', (...args: unknown[]) => keep(`${args.map(String).join(' ')}\n`));
  return {
    get text() {
      return parts.join('');
    },
    get leftOut() {
      return leftOut;
    },
  };
}

function later(callback: unknown): void {
  if (typeof callback === 'function') process.nextTick(callback as AnyFunction, null);
}

function textOf(chunk: unknown, encoding: unknown): string {
  if (typeof chunk === 'string')
    return typeof encoding === 'string' && /^(?:hex|base64)/.test(encoding)
      ? Buffer.from(chunk, encoding as BufferEncoding).toString()
      : chunk;
  return ArrayBuffer.isView(chunk) ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString() : String(chunk);
}
