import zlib from 'node:zlib';
import { type AnyFunction, holderOf, replace } from './replace.ts';

/** The part of Node that compresses, behind every stream and every callback function of node:zlib and `CompressionStream`. */
interface Handle {
  onerror: AnyFunction;
  writeSync: AnyFunction;
}

type Stream = { readonly _handle: object; close(): void };

/** Compresses on this thread: what a stream writes is ready with the next tick, in the order of the writes. */
export function installZlib(): void {
  const makers = ['createGzip', 'createBrotliCompress', 'createBrotliDecompress', 'createZstdCompress', 'createZstdDecompress'];
  for (const name of makers) {
    const make: unknown = Reflect.get(zlib, name);
    if (typeof make !== 'function') continue;
    const stream = make() as Stream;
    const prototype = holderOf(stream._handle, 'write');
    if (prototype !== undefined) writeOnThisThread(prototype);
    stream.close();
  }
}

function writeOnThisThread(prototype: object): void {
  /** By handle: what Node calls when a write is done. */
  const done = new WeakMap<object, AnyFunction>();
  const init = Reflect.get(prototype, 'init') as AnyFunction;
  replace(prototype, 'init', function (this: Handle, ...args: unknown[]) {
    const callback = args.find((arg) => typeof arg === 'function');
    if (callback !== undefined) done.set(this, callback as AnyFunction);
    return init.apply(this, args);
  });
  replace(prototype, 'write', function (this: Handle, ...args: unknown[]) {
    const { onerror } = this;
    let failed = false;
    this.onerror = function (...error) {
      failed = true;
      return onerror.apply(this, error);
    };
    this.writeSync(...args);
    this.onerror = onerror;
    if (!failed) process.nextTick(() => done.get(this)?.call(this));
  });
}
