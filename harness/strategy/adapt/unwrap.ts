import { type NoOptions, noOptions } from '../../../sim/kernel/no-options.ts';
import { define } from '../../../sim/kernel/plugin.ts';
import type { Adapt } from './adapt.ts';
import { findJson } from './find-json.ts';
import { parses } from './parses.ts';

/** A text that is one fence and nothing else: what is inside may be a number or a string. */
const oneFence = /^\s*(?:```|~~~)[\w+-]*[ \t]*\r?\n([\s\S]*?)\r?\n[ \t]*(?:```|~~~)\s*$/;

/** Takes JSON out of a fence, and out of the sentences around it. */
export const unwrap = define<NoOptions, Adapt>({
  name: 'unwrap',
  summary: 'takes JSON out of a code fence and out of the sentences around it; what is no JSON inside stays unusable',
  formula:
    'The text itself where it is JSON; else the longest object or array (RFC 8259) that begins right behind a code fence (CommonMark 0.31, 4.5); else the longest one in the text. Nothing is repaired. Time is linear in the length of the text.',
  options: noOptions,
  examples: [],
  create: () => (text) => {
    if (parses(text)) return text;
    const inside = oneFence.exec(text)?.[1];
    if (inside !== undefined && parses(inside)) return inside;
    const span = findJson(text);
    const found = span && text.slice(span.start, span.end);
    return found !== undefined && parses(found) ? found : undefined;
  },
});
