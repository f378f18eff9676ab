import crypto from 'node:crypto';
import { type AnyFunction, replace, wrapFunction } from './replace.ts';

/** The widest range of `crypto.randomInt`. */
const widest = 281_474_976_710_655;

/**
 * Everything that draws luck draws it from `random`, uniform in [0, 1). Keys that OpenSSL makes (`generateKey`, random
 * signatures) are the exception: they cannot be drawn from outside.
 */
export function installRandomness(random: () => number): void {
  replace(Math, 'random', random);
  const fill = (view: NodeJS.ArrayBufferView | ArrayBufferLike): void => fillBytes(bytesOf(view), random);
  const uuid = (): string => asUuid(random);
  replace(crypto, 'randomUUID', uuid);
  for (const name of ['randomBytes', 'pseudoRandomBytes', 'prng', 'rng']) wrapFunction(crypto, name, (real) => randomBytes(real, fill));
  wrapFunction(crypto, 'randomInt', (real) => randomInt(real, random));
  wrapFunction(crypto, 'randomFillSync', (real) => randomFill(real, random));
  wrapFunction(crypto, 'randomFill', (real) => randomFill(real, random));
  // `crypto.getRandomValues` of node:crypto reads these through a getter that cannot be replaced.
  const { webcrypto } = crypto;
  replace(webcrypto, 'randomUUID', uuid);
  const getRandomValues = webcrypto.getRandomValues.bind(webcrypto);
  replace(webcrypto, 'getRandomValues', (view: NodeJS.ArrayBufferView) => {
    // Node's own words for what is no array of integers, or too long.
    if (!isIntegers(view) || view.byteLength > 65_536) return getRandomValues(view as Uint8Array);
    fill(view);
    return view;
  });
}

function randomBytes(real: AnyFunction, fill: (bytes: Buffer) => void): AnyFunction {
  return (size, callback) => {
    if (!Number.isSafeInteger(size) || (size as number) < 0 || (size as number) > 2_147_483_647) return real(size, callback);
    const bytes = Buffer.alloc(size as number);
    fill(bytes);
    if (typeof callback !== 'function') return bytes;
    setImmediate(callback as AnyFunction, null, bytes);
    return undefined;
  };
}

function randomInt(real: AnyFunction, random: () => number): AnyFunction {
  return (...args) => {
    const callback = typeof args.at(-1) === 'function' ? (args.at(-1) as AnyFunction) : undefined;
    const [first, second] = args.filter((arg) => typeof arg === 'number');
    const [min, max] = second === undefined ? [0, first] : [first, second];
    if (!isRange(min, max)) return real(...args);
    const value = (min as number) + Math.floor(random() * ((max as number) - (min as number)));
    if (callback === undefined) return value;
    setImmediate(callback, null, value);
    return undefined;
  };
}

/** `(view, offset?, size?, callback?)`: offset and size count elements of the view. */
function randomFill(real: AnyFunction, random: () => number): AnyFunction {
  return (view, ...rest) => {
    const callback = typeof rest.at(-1) === 'function' ? (rest.pop() as AnyFunction) : undefined;
    // Node's own words for what is no buffer, or out of its range: it checks before it fills.
    if (!ArrayBuffer.isView(view) && !(view instanceof ArrayBuffer) && !(view instanceof SharedArrayBuffer)) return real(view, ...rest);
    const element = ArrayBuffer.isView(view) && 'BYTES_PER_ELEMENT' in view ? (view.BYTES_PER_ELEMENT as number) : 1;
    const bytes = bytesOf(view as NodeJS.ArrayBufferView);
    const from = ((rest[0] as number | undefined) ?? 0) * element;
    const to = rest[1] === undefined ? bytes.length : from + (rest[1] as number) * element;
    if (!(from >= 0 && from <= to && to <= bytes.length)) return real(view, ...rest, ...(callback === undefined ? [] : [callback]));
    fillBytes(bytes.subarray(from, to), random);
    if (callback === undefined) return view;
    setImmediate(callback, null, view);
    return undefined;
  };
}

function isRange(min: unknown, max: unknown): boolean {
  if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max)) return false;
  const width = (max as number) - (min as number);
  return width > 0 && width <= widest;
}

function isIntegers(view: unknown): view is NodeJS.ArrayBufferView {
  return ArrayBuffer.isView(view) && !/Float|DataView/.test(view.constructor.name);
}

function bytesOf(view: NodeJS.ArrayBufferView | ArrayBufferLike): Uint8Array {
  return ArrayBuffer.isView(view) ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength) : new Uint8Array(view);
}

/** Four bytes a draw. */
function fillBytes(bytes: Uint8Array, random: () => number): void {
  for (let at = 0; at < bytes.length; at += 4) {
    const word = Math.floor(random() * 4_294_967_296);
    for (let i = 0; i < 4 && at + i < bytes.length; i++) bytes[at + i] = word >>> (8 * i);
  }
}

/** A random UUID, version 4 (RFC 9562, section 5.4). */
function asUuid(random: () => number): string {
  const bytes = new Uint8Array(16);
  fillBytes(bytes, random);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
