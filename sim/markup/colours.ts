/** One colour scheme: `#rrggbb` each. */
export interface Scheme {
  readonly ground: string;
  /** Ground of boxes and table heads. */
  readonly panel: string;
  /** Ground of the recommended row. */
  readonly strong: string;
  readonly ink: string;
  readonly faint: string;
  readonly rule: string;
  readonly accent: string;
  readonly good: string;
  readonly bad: string;
  readonly warn: string;
  readonly shade: string;
  readonly bound: string;
  readonly errors: string;
  readonly p95: string;
  readonly goodput: string;
  /** Lines of strategies; neighbours are told apart by colour-blind readers too, and every line has a dash and a marker. */
  readonly hues: readonly string[];
}

export const light: Scheme = {
  ground: '#ffffff',
  panel: '#f5f7f9',
  strong: '#eef5fd',
  ink: '#1c2127',
  faint: '#57606a',
  rule: '#dde2e8',
  accent: '#0a5cad',
  good: '#13693a',
  bad: '#b3261e',
  warn: '#855300',
  shade: '#dbe9f8',
  bound: '#6b7480',
  errors: '#0068a8',
  p95: '#c24a00',
  goodput: '#00765a',
  hues: ['#0068a8', '#c24a00', '#00765a', '#a8427f', '#8a6400', '#6a43b5', '#3c4650', '#b3261e'],
};

export const dark: Scheme = {
  ground: '#12161b',
  panel: '#1a2027',
  strong: '#152a40',
  ink: '#e6eaef',
  faint: '#a3adb8',
  rule: '#323b45',
  accent: '#7ab8f5',
  good: '#6fd394',
  bad: '#ff9a90',
  warn: '#f0bd62',
  shade: '#1f3a56',
  bound: '#98a3af',
  errors: '#63b3f2',
  p95: '#ff9d5c',
  goodput: '#4fcca5',
  hues: ['#63b3f2', '#ff9d5c', '#4fcca5', '#f193c8', '#e2bc55', '#b8a1f5', '#c9d1d9', '#ff8a80'],
};

/** The colours as properties that the rest of the style uses. */
export function properties({ hues, ...others }: Scheme): string {
  const named = Object.entries(others).map(([name, colour]) => `--${name}:${colour}`);
  return [...named, ...hues.map((colour, i) => `--hue-${i}:${colour}`)].join(';');
}
