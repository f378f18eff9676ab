/**
 * A command of this program as the reader can type it here: started by `npm start` from a checkout there is no
 * `at-capacity` on the path.
 */
export function commandLine(args: readonly string[], environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const fromCheckout = environment.npm_lifecycle_event === 'start' && environment.npm_package_name === 'at-capacity';
  return [fromCheckout ? 'npm start --' : 'at-capacity', ...args.map(quoted)].join(' ');
}

/** As a shell takes it for one word. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
