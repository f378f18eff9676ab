import { resolve } from 'node:path';

/** What of this process's environment a system needs to run a program at all. */
const needed = process.platform === 'win32' ? ['SystemRoot', 'windir'] : [];

/**
 * The environment of the user's code: the same on every machine, and without the keys of the shell. Variables of the shell come
 * in by name alone, with `pass`; others are set with `set`. Times are UTC, texts English; the home folder is one that is not
 * there, because SDKs read credentials from it.
 */
export function foreignEnvironment(pass: readonly string[] = [], set: Readonly<Record<string, string>> = {}): Record<string, string> {
  const passed = [...needed, ...pass].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const home = resolve('/nonexistent');
  return {
    TZ: 'UTC',
    LC_ALL: 'en_US.UTF-8',
    HOME: home,
    USERPROFILE: home,
    NO_COLOR: '1',
    ...Object.fromEntries(passed),
    ...set,
    // Results of the pool come in the order in which they were asked for.
    UV_THREADPOOL_SIZE: '1',
    NODE_NO_WARNINGS: '1',
  };
}

/**
 * Node's permission model: files may be read, because modules are found by walking up folders and through links; they may not
 * be written, and no process started, no native code loaded.
 */
export function permissionFlags(known: ReadonlySet<string> = process.allowedNodeEnvironmentFlags): readonly string[] {
  const model = known.has('--permission') ? '--permission' : '--experimental-permission';
  return [model, '--allow-worker', '--allow-fs-read=*', '--report-exclude-network'];
}
