import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { listenTo } from '../support/finished.ts';
import type { Answered } from './claim.ts';
import { words } from './words.ts';

/** Where `serve` listens unless told, as other commands name it. */
const usualAddress = 'http://localhost:4010/v1';

/** Types a command of the built program in a folder that has the examples, and waits for its end. */
export function typed(line: string, folder: string): Promise<Answered> {
  return start(line, folder).ended;
}

/** Types a `serve` command on a free port, then `other` while it runs, then ends it. The answer is that of the last one. */
export async function served(line: string, other: string | undefined, folder: string): Promise<Answered> {
  const server = start(`${line} --port 0`, folder);
  try {
    const text = await server.said('Ctrl-C ends it.');
    const [, address] = /^OPENAI_BASE_URL=(\S+)$/m.exec(text) ?? [];
    if (address === undefined) throw new Error(`no address in ${text}`);
    if (other !== undefined) return await typed(other.replaceAll(usualAddress, address), folder);
  } finally {
    server.child.kill('SIGINT');
  }
  return server.ended;
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Answered>;
  /** Everything on standard output once it holds this text; rejects when the command ends without it. */
  said(text: string): Promise<string>;
}

function start(line: string, folder: string): Started {
  if (!existsSync(join(folder, 'examples'))) symlinkSync(packagePath('examples'), join(folder, 'examples'));
  const child = spawn(process.execPath, [packagePath('dist', 'harness', 'cli', 'main.js'), ...words(line)], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '80', npm_lifecycle_event: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { stdout, finished } = listenTo(child);
  const ended = finished.then((all): Answered => ({ ...all, folder }));
  const said = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (stdout().includes(text)) resolve(stdout());
      };
      child.stdout.on('data', look);
      look();
      ended.then(({ code, stderr }) => reject(new Error(`${line} ended with ${code} before it said ${text}: ${stderr}`)), reject);
    });
  return { child, ended, said };
}
