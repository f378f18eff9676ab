import { parentPort } from 'node:worker_threads';
import { Column } from '../column.ts';
import { machineMs } from './scaled-time.ts';

const everyMs = 10;
let late = new Column();

/** Waits, and writes down by how much too long. */
function wait(): void {
  const due = machineMs() + everyMs;
  setTimeout(() => {
    late.push(Math.max(0, machineMs() - due));
    wait();
  }, everyMs);
}

wait();
parentPort?.on('message', () => {
  parentPort?.postMessage(late.sorted());
  late = new Column();
});
