/** Where a value stands in a text: from `start` to before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How many times over its length a text is looked at before what is left of it is read only once more. */
const mostPasses = 4;

/** A fence and the name of a language behind it, right before a value. */
const fence = /(?:```|~~~)[\w+-]{0,12}[ \t]*\r?\n?\s{0,4}$/;
const longestFence = 24;

/** What comes next, by the letter of RFC 8259: a value, the end of a list or map that has none, a name, a colon, a comma. */
type Next = 'value' | 'value or ]' | 'name or }' | 'name' | ':' | 'comma';

interface Open {
  readonly start: number;
  readonly map: boolean;
}

/**
 * The JSON object or array in a text with other things around it: the longest one that stands right behind a fence, else
 * the longest of all, the first of equal ones. Undefined when there is none. Brackets in sentences are skipped; what stands
 * in a string is part of the string, fences included; what is whole inside JSON that breaks off is no answer.
 */
export function findJson(text: string): Span | undefined {
  let best: (Span & { readonly fenced: boolean }) | undefined;
  let budget = mostPasses * text.length;
  let at = nextBracket(text, 0);
  while (at >= 0) {
    const { stopped, value, firstString } = scan(text, at);
    budget -= stopped - at;
    const brokeOff = value?.start !== at && endsAt(text, stopped);
    if (value !== undefined && !brokeOff) {
      const fenced = fence.test(text.slice(Math.max(0, value.start - longestFence), value.start));
      const better = best === undefined || (best.fenced === fenced ? lengthOf(value) > lengthOf(best) : fenced);
      if (better) best = { ...value, fenced };
    }
    // What looked like a string may have begun with a quotation mark of the sentence: look inside it, while that is cheap.
    const inside = value?.start !== at && !brokeOff && firstString >= 0 && budget > 0;
    at = nextBracket(text, inside ? firstString + 1 : Math.max(stopped, at + 1));
  }
  return best;
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}

/** The text ends here, or the fence does. */
function endsAt(text: string, at: number): boolean {
  return at >= text.length || text.startsWith('```', at) || text.startsWith('~~~', at);
}

function nextBracket(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === 0x7b || c === 0x5b) return at;
  }
  return -1;
}

interface Look {
  readonly text: string;
  /** Lists and maps that have begun and not ended. */
  readonly open: Open[];
  next: Next;
  /** The value that begins where the look began; when that stops short, the longest whole one in it. */
  value: Span | undefined;
  /** Where the first string began; -1: there was none. */
  firstString: number;
}

/**
 * Reads the value that begins with the bracket at `from`; `stopped` is behind it, or where the text is none any more. Where
 * it stops short, all that were open stop there too: they need not be tried again.
 */
function scan(text: string, from: number): Look & { readonly stopped: number } {
  const look: Look = { text, open: [], next: 'value', value: undefined, firstString: -1 };
  for (let at = from; ; ) {
    const end = behindToken(look, behindSpace(text, at));
    if (end < 0) return { ...look, stopped: -1 - end };
    if (look.open.length === 0) return { ...look, stopped: end };
    at = end;
  }
}

/** Behind what stands at `at`; -1 - p where the text stops at `p` to be JSON. */
function behindToken(look: Look, at: number): number {
  const { text, open, next } = look;
  const c = text[at];
  const top = open.at(-1);
  if (c === '}' || c === ']') return top !== undefined && closes(c, top, next) ? behindEnd(look, top, at) : -1 - at;
  if (c === '"') return next === ':' || next === 'comma' ? -1 - at : behindName(look, at);
  if (c === next || (c === ',' && next === 'comma')) {
    look.next = c === ',' && top?.map === true ? 'name' : 'value';
    return at + 1;
  }
  if (next !== 'value' && next !== 'value or ]') return -1 - at;
  if (c === '{' || c === '[') {
    open.push({ start: at, map: c === '{' });
    look.next = c === '{' ? 'name or }' : 'value or ]';
    return at + 1;
  }
  look.next = 'comma';
  return behindScalar(text, at);
}

function behindEnd(look: Look, { start }: Open, at: number): number {
  look.open.pop();
  look.next = 'comma';
  if (look.value === undefined || at + 1 - start > lengthOf(look.value)) look.value = { start, end: at + 1 };
  return at + 1;
}

function behindName(look: Look, at: number): number {
  if (look.firstString < 0) look.firstString = at;
  look.next = look.next === 'name' || look.next === 'name or }' ? ':' : 'comma';
  return behindString(look.text, at);
}

function closes(bracket: string, { map }: Open, next: Next): boolean {
  return map === (bracket === '}') && (next === 'comma' || next === (map ? 'name or }' : 'value or ]'));
}

function behindSpace(text: string, from: number): number {
  let at = from;
  for (let c = text.charCodeAt(at); c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09; c = text.charCodeAt(at)) at += 1;
  return at;
}

/** Behind the closing quotation mark; where the string stops short of it at `p`, -1 - p. */
function behindString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === 0x22) return at + 1;
    if (c < 0x20) return -1 - at;
    if (c === 0x5c) at += 1;
  }
  return -1 - text.length;
}

const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Behind a number or word; -1 - `at` when there is none here. */
function behindScalar(text: string, at: number): number {
  scalar.lastIndex = at;
  return scalar.test(text) ? scalar.lastIndex : -1 - at;
}
