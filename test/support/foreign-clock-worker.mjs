// Runs an ordinary async function in a worker whose timers belong to a virtual clock. One virtual event fires each time
// Node emits `beforeExit`: then nothing is left that could still call JavaScript, so everything has settled.
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { gzip } from 'node:zlib';

const { after } = await import(workerData.clock);
const { VirtualClock } = await import(workerData.virtualClock);

const clock = new VirtualClock();
const realSetImmediate = globalThis.setImmediate;
const timers = new Map();
let lastId = 0;

globalThis.setTimeout = (run, ms = 0, ...args) => {
  const id = ++lastId;
  const fire = () => {
    timers.delete(id);
    run(...args);
  };
  timers.set(id, after(clock, Math.max(1, Math.trunc(ms)) * 1000, fire));
  return id;
};
globalThis.clearTimeout = (id) => {
  const timer = timers.get(id);
  if (timer !== undefined) clock.disarm(timer);
  timers.delete(id);
};
Date.now = () => clock.now() / 1000;

/** Jobs of the thread pool end in real order: their results wait here until the loop dies, then come in the order of the calls. */
const gates = [];
function gated(start) {
  return new Promise((resolve, reject) => {
    const gate = { open: undefined };
    gates.push(gate);
    start().then(
      (value) => {
        gate.open = () => resolve(value);
      },
      (error) => {
        gate.open = () => reject(error);
      },
    );
  });
}

const log = [];
const note = (what) => log.push([Date.now(), what]);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Somebody else's retry: it knows nothing of virtual time. */
async function withRetries(name, call, waits) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call(attempt);
    } catch (error) {
      if (attempt >= waits.length) throw error;
      note(`${name} waits ${waits[attempt]}`);
      await sleep(waits[attempt]);
    }
  }
}

async function withDeadline(promise, ms) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Answers after `ms`, but only the `works`-th time. Real work of the runtime happens on the way. */
function flaky(name, ms, works) {
  return async (attempt) => {
    note(`${name} sends ${attempt + 1}`);
    let chain = Promise.resolve(attempt);
    for (let i = 0; i < 1000; i++) chain = chain.then((value) => value);
    await chain;
    await new Promise((resolve) => realSetImmediate(resolve));
    await gated(() => promisify(gzip)(Buffer.alloc(200_000, 7)));
    await gated(() => readFile(workerData.file));
    await sleep(ms);
    if (attempt + 1 < works) throw new Error(`${name} is at capacity`);
    return `${name} answered`;
  };
}

async function main() {
  const calls = [
    withRetries('a', flaky('a', 250, 3), [1000, 2000, 4000]),
    withRetries('b', flaky('b', 250, 1), []),
    withDeadline(withRetries('c', flaky('c', 100, 9), [3000, 3000, 3000]), 5000),
  ];
  const ends = await Promise.allSettled(calls.map(async (call) => note(await call)));
  for (const end of ends) if (end.status === 'rejected') note(end.reason.message);
  await sleep(86_400_000);
  note('a day later');
}

process.on('beforeExit', () => {
  const gate = gates.shift();
  if (gate === undefined && !clock.step()) {
    parentPort.postMessage(log);
    return;
  }
  gate?.open();
  // Something must be alive, or the worker would end: an event may leave nothing but promises.
  realSetImmediate(() => {});
});
main();
