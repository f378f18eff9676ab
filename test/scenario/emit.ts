import { isStructure, type Path } from '../../harness/scenario/paths.ts';

export interface Emitted {
  readonly text: string;
  /** `line:column` of a key and of its value. */
  place(path: Path, part: 'key' | 'value'): string | undefined;
}

/**
 * A value as YAML text (flow style, a key a line) with the place of everything in it. `twice`: the key at this path is
 * written two times; its place is then the second one's.
 */
export function emit(value: unknown, twice?: Path): Emitted {
  const places = new Map<string, string>();
  let line = 1;
  let column = 1;
  let text = '';
  const write = (part: string): void => {
    text += part;
    column += part.length;
  };
  const newLine = (depth: number): void => {
    text += `\n${' '.repeat(depth)}`;
    line += 1;
    column = depth + 1;
  };
  const mark = (path: Path, part: string): void => {
    places.set(`${part} ${path.join('\u0000')}`, `${line}:${column}`);
  };
  const visit = (inner: unknown, path: Path): void => {
    mark(path, 'value');
    if (!isStructure(inner)) {
      write(JSON.stringify(inner));
      return;
    }
    const list = Array.isArray(inner);
    write(list ? '[' : '{');
    for (const [key, each] of Object.entries(inner)) {
      const at = [...path, list ? Number(key) : key];
      for (let times = twice !== undefined && at.join('\u0000') === twice.join('\u0000') ? 2 : 1; times > 0; times -= 1) {
        newLine(path.length + 1);
        mark(at, 'key');
        if (!list) write(`${JSON.stringify(key)}: `);
        visit(each, at);
        write(',');
      }
    }
    newLine(path.length);
    write(list ? ']' : '}');
  };
  visit(value, []);
  return { text, place: (path, part) => places.get(`${part} ${path.join('\u0000')}`) };
}
