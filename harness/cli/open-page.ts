import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** What opens a file as a double click would, by platform; no shell reads the path. */
const openers: Readonly<Record<string, readonly [command: string, ...before: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const elsewhere = ['xdg-open'] as const;

/** Elsewhere one of these says that somebody can see a window; without any, the opener would start a browser in the terminal. */
const desktops = ['DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME', 'BROWSER'] as const;

/** The machine that a page is opened on. */
export interface Desk {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Opens a page in the reader's browser and does not wait for it; null, or a sentence with its path that says why it was not opened. */
export function openPage(path: string, { platform, env }: Desk = process): Promise<string | null> {
  const opener = openers[platform];
  if (opener === undefined && desktops.every((name) => (env[name] ?? '') === '')) {
    return Promise.resolve(`${path} was not opened: there is no desktop here`);
  }
  const [command, ...before] = opener ?? elsewhere;
  return new Promise((tell) => {
    const child = spawn(command, [...before, resolve(path)], { detached: true, stdio: 'ignore' });
    child.once('error', (error) => tell(`${path} was not opened: ${command}: ${error.message}`));
    child.once('spawn', () => {
      child.unref();
      tell(null);
    });
  });
}
