const blocks = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/** For terminals without block characters; nothing, a little, more, most. */
const letters = ['_', '.', ':', '-', '=', '+', '*', '#'];

/** Means of neighbours, so that at most `cells` values are left; null where nothing was measured. */
function squeezed(values: readonly (number | null)[], cells: number): readonly (number | null)[] {
  if (values.length <= cells) return values;
  return Array.from({ length: cells }, (_, i) => {
    const part = values.slice(Math.floor((i * values.length) / cells), Math.floor(((i + 1) * values.length) / cells));
    const known = part.filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  });
}

/** One line of at most `cells` characters, a column each from 0 to `most`; a blank where nothing was measured. */
export function sparkline(values: readonly (number | null)[], most: number, cells: number, ascii: boolean): string {
  const steps = ascii ? letters : blocks;
  const step = (value: number): string => {
    const height = most > 0 ? Math.min(1, Math.max(0, value / most)) : 0;
    // What is not zero never looks like zero.
    const place = value > 0 ? Math.max(1, Math.round(height * (steps.length - 1))) : 0;
    return steps[place] ?? ' ';
  };
  return squeezed(values, cells)
    .map((value) => (value === null ? ' ' : step(value)))
    .join('');
}

/** Whether block characters may be missing: a terminal that says it is a simple one, or a locale of another encoding. */
export function wantsAscii(environment: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  if (!isTerminal) return false;
  if (environment.TERM === 'dumb' || environment.TERM === 'linux') return true;
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
  return locale !== '' && !/utf-?8/i.test(locale);
}
