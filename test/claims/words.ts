/** The words that a POSIX shell makes of a line with blanks and single quotes. Nothing else of a shell is understood. */
export function words(line: string): readonly string[] {
  const left = line.replace(/'[^']*'/g, '');
  if (/["'\\$`&|;<>()*?#~]/.test(left)) throw new Error(`not a plain command line: ${line}`);
  return [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));
}
