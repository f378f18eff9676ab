import { closeSync, openSync, rmSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../../sim/kernel/problem.ts';
import type { KnownFile, OutputFile } from './format.ts';

const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than this disk allows',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file is in the place of the folder',
  EISDIR: 'a folder of this name is in the way',
  ENOENT: 'the folder does not exist and cannot be made',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'the path runs in a circle of links',
};

/** Errors of the file system become a problem of the input, with the path and the cause; others pass. */
function explained(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) return error;
  return new InputError([{ file: path, message: `cannot be written: ${causes[code] ?? 'the file system refused'} (${code})` }]);
}

async function reaching<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw explained(error, path);
  }
}

/** A file that appears under its name only when it is complete. */
export interface PendingFile {
  readonly path: string;
  append(text: string): Promise<void>;
  /** Puts what was appended on the disk, still under its temporary name. Once is enough, more does nothing. */
  finish(): Promise<void>;
  /** Gives the finished file its name, replacing what was there. */
  publish(): Promise<void>;
  /** Removes the temporary file; to be called at any time before `publish`, also after an error. */
  abandon(): Promise<void>;
}

let opened = 0;
/** Files under temporary names that are there now. */
const temporaries = new Set<string>();

/** For a program that ends in the middle: removes every temporary file at once. */
export function removeTemporaries(): void {
  for (const path of temporaries) rmSync(path, { force: true });
  temporaries.clear();
}

/** A temporary name: of which file, by which process. */
const temporaryName = /^\.(.+)\.(\d+)-\d+\.tmp$/;

/** Removes what processes that were killed have left in a folder of files of these names. */
export async function removeLeftovers(dir: string, names: readonly string[]): Promise<void> {
  for (const entry of await readdir(dir).catch(() => [])) {
    const [, name = '', id = ''] = temporaryName.exec(entry) ?? [];
    if (names.includes(name) && !isRunning(Number(id))) await rm(join(dir, entry), { force: true }).catch(() => undefined);
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Opens a temporary file beside `dir/name`; the folder is made. Errors are `InputError`s that name path and cause. */
export async function openPending(dir: string, name: string): Promise<PendingFile> {
  const path = join(dir, name);
  opened += 1;
  const temporary = join(dir, `.${name}.${process.pid}-${opened}.tmp`);
  await makeFolder(dir);
  await refuseOthers(path);
  temporaries.add(temporary);
  const handle = await reaching(path, async () => {
    // Made at once: a file that another thread still makes while `removeTemporaries` runs would stay.
    closeSync(openSync(temporary, 'wx'));
    return open(temporary, 'r+');
  });
  let closed = false;
  const close = async () => {
    if (!closed) {
      closed = true;
      await handle.close();
    }
  };
  return {
    path,
    append: (text) => reaching(path, async () => void (await handle.appendFile(text))),
    async finish() {
      if (!closed) await reaching(path, () => handle.sync().then(close));
    },
    async publish() {
      await reaching(path, () => rename(temporary, path));
      temporaries.delete(temporary);
    },
    async abandon() {
      await close().catch(() => undefined);
      await rm(temporary, { force: true }).catch(() => undefined);
      temporaries.delete(temporary);
    },
  };
}

/** A folder cannot be replaced; a device or a pipe could, and would be gone for every other program. */
async function refuseOthers(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null || found.isFile()) return;
  const reason = found.isDirectory() ? `${causes.EISDIR} (EISDIR)` : 'it is a device, a pipe or a socket, and a file would take its place';
  throw new InputError([{ file: path, message: `cannot be written: ${reason}` }]);
}

/** Node's own recursive form never ends where a folder cannot be made and its parent exists, as in `/proc`. */
async function makeFolder(dir: string): Promise<void> {
  if (await isFolder(dir)) return;
  const parent = dirname(dir);
  if (parent !== dir) await makeFolder(parent);
  await mkdir(dir).catch(async (error: unknown) => {
    if (!(await isFolder(dir))) throw explained(error, dir);
  });
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function fill(pending: PendingFile, content: OutputFile['content']): Promise<void> {
  if (typeof content === 'string') await pending.append(content);
  else for await (const piece of content) await pending.append(piece);
  await pending.finish();
}

/** What `writeFiles` did, as paths. */
export interface Written {
  readonly written: readonly string[];
  /** Files of an earlier run that this one has no counterpart of. */
  readonly removed: readonly string[];
}

/** Whether the file is one this program wrote: it begins like one. */
async function isOurs(path: string, { beginning }: KnownFile): Promise<boolean> {
  const bytes = Buffer.from(beginning);
  const handle = await open(path, 'r').catch(() => null);
  if (handle === null) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes.length), 0, bytes.length, 0);
    return bytesRead === bytes.length && buffer.equals(bytes);
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

async function removeStale(dir: string, kept: ReadonlySet<string>, known: readonly KnownFile[]): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const file of known) {
    const path = join(dir, file.name);
    if (kept.has(file.name) || !(await isOurs(path, file))) continue;
    await reaching(path, () => rm(path));
    removed.push(path);
  }
  return removed;
}

/**
 * Writes all files or none: each under a temporary name in the same folder, then, when all are on the disk, renamed. On
 * failure the temporaries are removed, older files stay, and an `InputError` names path and cause (errors of an iterable
 * content pass as they are). Files of an earlier run in `known` that are not among `files` are removed, because they
 * would tell of another run; a file of that name that this program did not write is left alone. `ready` are files that
 * were filled while the run went on: they are published, or abandoned, together with the rest.
 */
export async function writeFiles(
  dir: string,
  files: readonly OutputFile[],
  options: { readonly known?: readonly KnownFile[]; readonly ready?: readonly PendingFile[] } = {},
): Promise<Written> {
  const pending: PendingFile[] = [...(options.ready ?? [])];
  try {
    for (const file of options.ready ?? []) await file.finish();
    for (const { name, content } of files) {
      const file = await openPending(dir, name);
      pending.push(file);
      await fill(file, content);
    }
    for (const file of pending) await file.publish();
  } catch (error) {
    await Promise.all(pending.map((file) => file.abandon()));
    throw error;
  }
  const kept = new Set([...files.map(({ name }) => name), ...(options.ready ?? []).map(({ path }) => basename(path))]);
  return { written: pending.map(({ path }) => path), removed: await removeStale(dir, kept, options.known ?? []) };
}
