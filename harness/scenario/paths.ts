/** Where something stands in a scenario: keys and list indices from the top. */
export type Path = readonly PropertyKey[];

/** `strategies.2.limit`; a key that holds a dot or a blank is quoted, as `--set` reads it. */
export function formatPath(path: Path): string {
  return path.map((part) => (/^[^\s."']+$/.test(String(part)) ? String(part) : JSON.stringify(String(part)))).join('.');
}

/** The inverse of formatPath: keys between dots, quoted ones whole; undefined when quotes are left open or a part is empty. */
export function parsePath(text: string): string[] | undefined {
  const parts: string[] = [];
  const part = /(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^."']+))(\.|$)/y;
  while (part.lastIndex < text.length) {
    const match = part.exec(text);
    if (match === null) return undefined;
    parts.push(match[1] !== undefined ? unescaped(match[1]) : (match[2] ?? match[3] ?? ''));
    if (match[4] === '.' && part.lastIndex === text.length) return undefined;
  }
  return parts.length === 0 || parts.includes('') ? undefined : parts;
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** A value that has keys: a map or a list. */
export function isStructure(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

/** What stands at a path; undefined where the path leads nowhere. Own keys only. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const part of path) {
    if (!isStructure(at) || !Object.hasOwn(at, part)) return undefined;
    at = at[part];
  }
  return at;
}

/** A copy of `value` with another value at `path`; maps that are missing on the way are made. What is not on the way is shared. */
export function withValueAt(value: unknown, path: Path, replacement: unknown): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return replacement;
  const inner = withValueAt(isStructure(value) && Object.hasOwn(value, part) ? value[part] : undefined, rest, replacement);
  if (Array.isArray(value)) return Object.assign([...value], { [part]: inner });
  const entries = Object.entries(isStructure(value) ? value : {});
  // In its old place: the order of models and strategies means something.
  const found = entries.find(([key]) => key === part);
  if (found === undefined) entries.push([String(part), inner]);
  else found[1] = inner;
  return Object.fromEntries(entries);
}
