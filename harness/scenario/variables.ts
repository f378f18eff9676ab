/** `${NAME}` and `${NAME:-default}` in the source text of a scenario, replaced before YAML is read. */

export interface Expanded {
  readonly text: string;
  /** From an offset in `text` to the offset in the original. */
  original(offset: number): number;
  /** What could not be replaced; offsets in `text`, where as many `x` stand instead. */
  readonly faults: readonly { readonly start: number; readonly end: number; readonly message: string }[];
}

const reference = /\$?\$\{([^}\n\r]*)(\})?/g;
const inside = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/;

/** The value of one reference, or what is wrong with it. */
function lookUp(body: string, closed: boolean, env: Readonly<Record<string, string | undefined>>): { value: string } | { message: string } {
  const match = closed ? inside.exec(body) : null;
  const name = match?.[1];
  if (name === undefined) return { message: `expected \${NAME} or \${NAME:-default} on one line, found \${${body}${closed ? '}' : ''}` };
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  const used = value === undefined || value === '' ? match?.[2] : value;
  if (used === undefined) return { message: `environment variable ${name} is not set; set it or write \${${name}:-default}` };
  // A value must not bring lines of its own into the file, nor characters that YAML cannot hold.
  if (
    [...used].some(
      (char) => (char < ' ' && char !== '\t') || char === '\u007f' || char === '\u0085' || char === '\u2028' || char === '\u2029',
    )
  )
    return { message: `environment variable ${name} holds a line break or a control character` };
  return { value: used };
}

/** Replaces every reference outside `$${…}`, which stands for a literal `${…}`. Never adds or removes a line. */
export function expandVariables(original: string, env: Readonly<Record<string, string | undefined>>): Expanded {
  const spans: { at: number; end: number; from: number; until: number }[] = [];
  const faults: { start: number; end: number; message: string }[] = [];
  let text = '';
  let read = 0;
  for (const match of original.matchAll(reference)) {
    text += original.slice(read, match.index);
    read = match.index + match[0].length;
    const at = text.length;
    if (match[0].startsWith('$$')) text += match[0].slice(1);
    else {
      const found = lookUp(match[1] ?? '', match[2] !== undefined, env);
      text += 'value' in found ? found.value : 'x'.repeat(match[0].length);
      if ('message' in found) faults.push({ start: at, end: text.length, message: found.message });
    }
    spans.push({ at, end: text.length, from: match.index, until: read });
  }
  text += original.slice(read);
  return { text, faults, original: (offset) => originalOffset(spans, offset) };
}

function originalOffset(spans: readonly { at: number; end: number; from: number; until: number }[], offset: number): number {
  let shift = 0;
  for (const span of spans) {
    if (offset < span.at) break;
    if (offset < span.end) return span.from;
    shift = span.until - span.end;
  }
  return offset + shift;
}
