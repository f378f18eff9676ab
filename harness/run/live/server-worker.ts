import { parentPort } from 'node:worker_threads';
import { createServedWorld, type ServedWorld } from './served-world.ts';
import type { FromServer, ServedJob, ToServer } from './server-messages.ts';

// Standard output is the answer's.
process.stdout.write = process.stderr.write.bind(process.stderr);

const host = '127.0.0.1';
/** What is on its way when a run ends has arrived within so long, ms. */
const settlingMs = 500;
const lookMs = 5;

const port = parentPort;
if (port === null) throw new Error('this is the entry of a thread');

let served: ServedWorld | undefined;
let asked = Promise.resolve();
port.on('message', (message: ToServer) => {
  asked = asked.then(async () => port.postMessage(await answer(message)));
});

async function answer(message: ToServer): Promise<FromServer> {
  try {
    if (message.kind === 'open') return { kind: 'open', url: await open(message.job) };
    if (message.kind === 'books') return { kind: 'books', books: await books(message.settle) };
    await served?.server.close();
    served = undefined;
    return { kind: 'close' };
  } catch (error) {
    const { message: text, code } = error as NodeJS.ErrnoException;
    return { kind: 'failed', message: text, code };
  }
}

function open(job: ServedJob): Promise<string> {
  served = createServedWorld(job);
  return served.server.listen({ port: job.port, host });
}

/** With `settle`, once everybody has left who is about to. */
async function books(settle: boolean): Promise<ReturnType<ServedWorld['books']>> {
  if (served === undefined) throw new Error('no world is served');
  const { world } = served;
  for (let ms = 0; settle && world.books.open > 0 && ms < settlingMs; ms += lookMs)
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  return served.books();
}
