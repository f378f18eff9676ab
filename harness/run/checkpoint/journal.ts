import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** A file of lines that grows, and that is whole up to its last line whenever its process ends. */
export interface Journal {
  /** Adds a line in one call of the system: it outlives this process from then on. Throws what the system says. */
  append(text: string): void;
  /** From here on what was added outlives the machine too. */
  settle(): void;
  /** All that is in it. */
  read(): Buffer;
  close(): void;
}

/** Where the system is asked to write; a test says that the disk is full. */
export type Write = (file: number, bytes: Buffer, from: number, at: number) => number;

const usualWrite: Write = (file, bytes, from, at) => writeSync(file, bytes, from, bytes.length - from, at);

/** Goes on behind so many bytes; what stands there is taken away. */
export function openJournal(path: string, wholeBytes: number, write: Write = usualWrite): Journal {
  const file = openSync(path, 'r+');
  if (fstatSync(file).size > wholeBytes) ftruncateSync(file, wholeBytes);
  let at = wholeBytes;
  return {
    append(text) {
      const bytes = Buffer.from(text);
      // The system may take a part at a time.
      for (let from = 0; from < bytes.length; ) {
        const taken = write(file, bytes, from, at);
        from += taken;
        at += taken;
      }
    },
    settle: () => fsyncSync(file),
    read: () => readFileSync(path),
    close: () => closeSync(file),
  };
}

/** Puts a file with this text in the place of what is there: the old one or the new one is seen, and never a part. */
export function replaceFile(path: string, text: string): void {
  const temporary = `${path}.tmp`;
  try {
    writeFileSync(temporary, text, { flush: true });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  settleFolder(dirname(path));
}

/** The name is on the disk too, where the system can say that of a folder. */
function settleFolder(folder: string): void {
  try {
    const file = openSync(folder, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    // Windows opens no folders; the name is written before long.
  }
}

/** Undefined where nothing is; an error for what is no file. */
export function bytesAt(path: string): Buffer | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isFile()) throw new Error('it is no file');
  return readFileSync(path);
}
