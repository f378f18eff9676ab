/**
 * The text of a JSON object with other values for some members; `exchange` gets a member's name and its value's text and
 * returns the text to put there, undefined to leave the member out. Everything else stays as it is written, so that numbers
 * keep all their digits. `text` must be the valid JSON of an object.
 */
export function exchangeMembers(text: string, exchange: (name: string, value: string) => string | undefined): string {
  const members: string[] = [];
  let at = text.indexOf('{') + 1;
  while (true) {
    const key = text.indexOf('"', at);
    // Behind the last member there is no quote any more.
    if (key < 0) return `{${members.join(',')}}`;
    const keyEnd = endOfString(text, key);
    const from = text.indexOf(':', keyEnd) + 1;
    at = endOfValue(text, from);
    const written = text.slice(key, keyEnd);
    const value = exchange(JSON.parse(written), text.slice(from, at).trim());
    if (value !== undefined) members.push(`${written}:${value}`);
  }
}

/** The text of a JSON array with other texts for its items. `text` must be the valid JSON of an array. */
export function exchangeItems(text: string, exchange: (item: string) => string): string {
  const items: string[] = [];
  let at = text.indexOf('[') + 1;
  while (true) {
    const end = endOfValue(text, at);
    const item = text.slice(at, end).trim();
    if (item !== '') items.push(exchange(item));
    if (text[end] !== ',') return `[${items.join(',')}]`;
    at = end + 1;
  }
}

/** Behind the string that begins at `at`. */
function endOfString(text: string, at: number): number {
  let quote = text.indexOf('"', at + 1);
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote + 1;
}

/** An odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/** Behind a value: its comma, or the bracket that ends what it is in. Counts instead of descending, however deep it is. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const sign = text[at];
    if (depth === 0 && (sign === ',' || sign === '}' || sign === ']')) return at;
    if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    at = sign === '"' ? endOfString(text, at) : at + 1;
  }
  return at;
}
