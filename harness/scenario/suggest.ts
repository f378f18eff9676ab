/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours, 1 each. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const changed = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min((last[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + changed);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      now.push(best);
    }
    beforeLast = last;
    last = now;
  }
  return last[b.length] ?? 0;
}

/** Case, hyphens, underscores and blanks are what people get wrong without meaning another word. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, '');
}

/** The known word that `word` most likely stands for; undefined when none is near (more than two fifths of it differ). */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  const typed = plain(word).slice(0, 100);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(typed.length * 0.4)) + 1;
  for (const candidate of known) {
    if (candidate === word) continue;
    const found = distance(typed, plain(candidate));
    if (found < bestDistance && found < typed.length) {
      best = candidate;
      bestDistance = found;
    }
  }
  return best;
}

/** `; did you mean backoff?`, or the known words when none is near and they are few, or nothing. */
export function hint(word: string, known: readonly string[]): string {
  const near = suggest(word, known);
  if (near !== undefined) return `; did you mean ${near}?`;
  return known.length === 0 || known.length > 30 ? '' : `; known: ${known.join(', ')}`;
}
