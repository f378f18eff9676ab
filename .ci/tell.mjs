/** Something the user can act on; the message is all that is shown. */
export class SetUpError extends Error {}

/** Progress goes to stderr: stdout belongs to the command that runs afterwards. */
export function tell(text) {
  process.stderr.write(`${text}\n`);
}

/** A sentence for a folder that cannot be written, or undefined when the error is something else. */
export function unwritable(error, folder) {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) return undefined;
  return new SetUpError(
    `Cannot write to ${folder} (${error.code}). Set-up puts node_modules/ and dist/ there: make the folder writable, or copy it to one that is yours.`,
  );
}
