import type { ChildProcess } from 'node:child_process';

/** How a program ended, and all that it wrote. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Listening {
  /** What it wrote until now. */
  stdout(): string;
  stderr(): string;
  /** Rejects when the program could not be started. */
  readonly finished: Promise<Finished>;
}

/** Keeps what a child process with piped output writes, from now on. */
export function listenTo(child: ChildProcess): Listening {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { stdout: () => stdout, stderr: () => stderr, finished };
}
