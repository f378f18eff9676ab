import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process that answers each message with one. */
export interface Child {
  ask<Answer>(message: object): Promise<Answer>;
  stop(): void;
}

/** Runs a file of this folder. */
export function startChild(file: string, args: readonly string[] = [], execArgv: readonly string[] = []): Child {
  const child = fork(fileURLToPath(new URL(`./${file}`, import.meta.url)), args, {
    execArgv: [...execArgv],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return {
    async ask<Answer>(message: object) {
      const answer = answerOf(child, file);
      child.send(message);
      return (await answer) as Answer;
    },
    stop: () => child.disconnect(),
  };
}

function answerOf(child: ChildProcess, file: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`${file} ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer);
    });
  });
}
