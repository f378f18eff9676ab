import type { Worker } from 'node:worker_threads';

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Asks a thread that answers each message with one, in their order. Rejects once the thread has ended; `name` says whose it was. */
export function asking<Message, Answer>(worker: Worker, name: string): (message: Message) => Promise<Answer> {
  const waiting: Waiting<Answer>[] = [];
  // Why there will be no more answers.
  let ended: unknown;
  const fail = (error: unknown): void => {
    ended ??= error;
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  worker.on('message', (answer: Answer) => waiting.shift()?.resolve(answer));
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error(`the thread of ${name} has ended`)));
  return (message) =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) {
        reject(ended);
        return;
      }
      waiting.push({ resolve, reject });
      worker.postMessage(message);
    });
}
