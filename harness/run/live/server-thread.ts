import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { InputError } from '../../../sim/kernel/problem.ts';
import { asking } from './asking.ts';
import type { FromServer, ServedJob, ServerBooks, ToServer } from './server-messages.ts';

/** A thread that serves one world after another, with an event loop of its own. It ends with the process. */
export interface ServerThread {
  /** Where the world listens. InputError when its port cannot be had. */
  open(job: ServedJob): Promise<string>;
  /** What was counted until now; with `settle`, once everybody has left who is about to. */
  books(settle: boolean): Promise<ServerBooks>;
  /** Closes the world and its port. */
  close(): Promise<void>;
  /** Ends the thread. */
  stop(): Promise<void>;
}

export function startServerThread(): ServerThread {
  // A thread's entry is always the built file: it cannot start from TypeScript on every supported Node.
  const worker = new Worker(pathToFileURL(packagePath('dist', 'harness', 'run', 'live', 'server-worker.js')));
  const ask = asking<ToServer, FromServer>(worker, 'the server');
  return {
    async open(job) {
      const answer = await ask({ kind: 'open', job });
      if (answer.kind === 'open') return answer.url;
      throw failed(answer, job.port);
    },
    async books(settle) {
      const answer = await ask({ kind: 'books', settle });
      if (answer.kind === 'books') return answer.books;
      throw failed(answer, 0);
    },
    async close() {
      const answer = await ask({ kind: 'close' });
      if (answer.kind !== 'close') throw failed(answer, 0);
    },
    async stop() {
      await worker.terminate();
    },
  };
}

function failed(answer: FromServer, port: number): Error {
  const { code, message } = answer.kind === 'failed' ? answer : { code: undefined, message: `an answer of kind ${answer.kind}` };
  if (code === 'EADDRINUSE' || code === 'EACCES') {
    const reason = code === 'EADDRINUSE' ? 'is in use by another program' : 'may not be listened on';
    return new InputError([{ file: `--serve-port ${port}`, message: `${reason}; take another one` }]);
  }
  return new Error(`the server of a live run: ${message}`);
}
