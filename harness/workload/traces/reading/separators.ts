const separators = [',', ';', '\t', '|'] as const;

/** The separator that stands most often in the header outside quotes; a comma when none does. */
export function separatorOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '');
  const counts = separators.map((separator) => bare.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** A first line `sep=;` as spreadsheets write it: the separator, and the text without that line (its line end stays). */
export function splitSeparatorLine(text: string): { readonly separator: string | undefined; readonly body: string } {
  const match = /^sep=([,;\t|]) *(?=[\r\n])/i.exec(text);
  return match === null ? { separator: undefined, body: text } : { separator: match[1], body: text.slice(match[0].length) };
}
