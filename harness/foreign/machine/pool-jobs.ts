import crypto from 'node:crypto';
import fs from 'node:fs';
import type { PoolGate } from './pool-gate.ts';
import { type AnyFunction, wrapFunction } from './replace.ts';

/** Functions of node:crypto that take a callback and then work in the pool; luck has its own file. */
const cryptoJobs = [
  'argon2',
  'checkPrime',
  'decapsulate',
  'diffieHellman',
  'encapsulate',
  'generateKey',
  'generateKeyPair',
  'generatePrime',
  'hkdf',
  'pbkdf2',
  'scrypt',
  'sign',
  'verify',
];

/** Holds the results of everything that works in the pool: files and cryptography. */
export function installPoolGate(gate: PoolGate): void {
  for (const name of Object.keys(fs)) if (`${name}Sync` in fs) wrapFunction(fs, name, (real) => heldCallback(gate, real));
  for (const name of cryptoJobs) wrapFunction(crypto, name, (real) => heldCallback(gate, real));
  const { subtle } = crypto.webcrypto;
  holdMethods(gate, Object.getPrototypeOf(subtle) as object, ['supports']);
  holdMethods(gate, fs.Dir.prototype, ['closeSync', 'readSync', 'entries']);
  for (const name of Object.keys(fs.promises)) wrapFunction(fs.promises, name, (real) => heldPromise(gate, real));
  wrapFunction(fs.promises, 'open', (real) => holdingHandles(gate, real));
}

/** The handles that `open` gives have a class that nothing else leads to. */
function holdingHandles(gate: PoolGate, real: AnyFunction): AnyFunction {
  let held = false;
  return async (...args) => {
    const handle = (await real(...args)) as object;
    const prototype = Object.getPrototypeOf(handle) as object;
    if (!held) holdMethods(gate, prototype, ['getAsyncId', 'createReadStream', 'createWriteStream', 'readLines', 'readableWebStream']);
    held = true;
    return handle;
  };
}

function holdMethods(gate: PoolGate, prototype: object, others: readonly string[]): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    if (typeof value === 'function' && name !== 'constructor' && !others.includes(name))
      wrapFunction(prototype, name, (real) => heldEither(gate, real));
}

function heldEither(gate: PoolGate, real: AnyFunction): AnyFunction {
  const [callback, promise] = [heldCallback(gate, real), heldPromise(gate, real)];
  return function (...args) {
    return (typeof args.at(-1) === 'function' ? callback : promise).apply(this, args);
  };
}

function heldCallback(gate: PoolGate, real: AnyFunction): AnyFunction {
  return function (...args) {
    const callback = args.at(-1);
    if (typeof callback !== 'function') return real.apply(this, args);
    return gate.callback(callback as AnyFunction, (held) => real.apply(this, [...args.slice(0, -1), held]));
  };
}

/** What is no promise (an iterator of `watch` or `glob`) is handed on. */
function heldPromise(gate: PoolGate, real: AnyFunction): AnyFunction {
  return function (...args) {
    const result = real.apply(this, args);
    return result instanceof Promise ? gate.promise(() => result) : result;
  };
}
