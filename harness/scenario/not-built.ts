import type { Path } from './paths.ts';

/** Names that come later at one place of the grammar; `*` in the place is any name or position. */
interface Later {
  readonly place: readonly string[];
  readonly names: readonly string[];
}

/** Keys of the grammar whose part comes later: refused as such, so that nobody looks for a spelling mistake. */
const laterKeys: readonly Later[] = [{ place: [], names: ['tune'] }];

/** True when the grammar will know this key here but does not yet. */
export function isLaterKey(parent: Path, key: string): boolean {
  const at = plain(parent);
  return laterKeys.some(
    ({ place, names }) =>
      place.length === at.length && place.every((part, depth) => part === '*' || part === at[depth]) && names.includes(key),
  );
}

/** The same place without short forms: `provider` is one of `providers`, a strategy under `over` is a strategy. */
function plain(path: Path): readonly string[] {
  const [top, ...rest] = path.map(String);
  if (top === 'provider') return ['providers', 'default', ...rest];
  return top === 'strategies' ? [top, ...rest.filter((part, depth) => depth === 0 || part !== 'over')] : path.map(String);
}
