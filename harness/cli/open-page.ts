import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** What opens a file as a double click would, by platform; no shell reads the path. */
const openers: Readonly<Record<string, readonly [command: string, ...before: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const elsewhere = ['xdg-open'] as const;

/** Opens a page in the reader's browser and does not wait for it; null, or why it was not opened. */
export function openPage(path: string, platform: string = process.platform): Promise<string | null> {
  const [command, ...before] = openers[platform] ?? elsewhere;
  return new Promise((tell) => {
    const child = spawn(command, [...before, resolve(path)], { detached: true, stdio: 'ignore' });
    child.once('error', (error) => tell(`${path} was not opened: ${command}: ${error.message}`));
    child.once('spawn', () => {
      child.unref();
      tell(null);
    });
  });
}
