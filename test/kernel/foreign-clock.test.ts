import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { packagePath } from '../../sim/kernel/package-root.ts';

type Log = readonly (readonly [number, string])[];

/** A worker cannot start from TypeScript on every supported Node: it takes the clock as built. */
function live(): Promise<Log> {
  const built = (name: string) => pathToFileURL(packagePath('dist', 'sim', 'kernel', `${name}.js`)).href;
  const workerData = { clock: built('clock'), virtualClock: built('virtual-clock'), file: packagePath('package.json') };
  return new Promise((resolve, reject) => {
    const worker = new Worker(packagePath('test', 'support', 'foreign-clock-worker.mjs'), { workerData });
    let log: Log | undefined;
    worker.on('message', (sent: Log) => {
      log = sent;
    });
    worker.on('error', reject);
    worker.on('exit', () => (log === undefined ? reject(new Error('the worker ended without a log')) : resolve(log)));
  });
}

test('an async function lives a day on the virtual clock, twice the same', async () => {
  const log = await live();
  // Times by hand: a fails at 250 and 1,500 and answers at 3,750; b answers at 250; c fails at 100 and 3,200, and its
  // deadline is 5,000. Nobody stops what c still does: it sends at 6,200 and 9,300.
  expect(log).toEqual([
    [0, 'a sends 1'],
    [0, 'b sends 1'],
    [0, 'c sends 1'],
    [100, 'c waits 3000'],
    [250, 'a waits 1000'],
    [250, 'b answered'],
    [1250, 'a sends 2'],
    [1500, 'a waits 2000'],
    [3100, 'c sends 2'],
    [3200, 'c waits 3000'],
    [3500, 'a sends 3'],
    [3750, 'a answered'],
    [5000, 'late'],
    [6200, 'c sends 3'],
    [6300, 'c waits 3000'],
    [9300, 'c sends 4'],
    [86_405_000, 'a day later'],
  ]);
  expect(await live()).toEqual(log);
});
