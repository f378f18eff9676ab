import { statSync } from 'node:fs';

/** Whether a folder is at this path, or a link to one; false as well where nobody may look. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
