import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parses } from '../../../harness/strategy/adapt/parses.ts';
import { unwrap } from '../../../harness/strategy/adapt/unwrap.ts';
import { jsonShapes, shaped } from '../../../sim/provider/output.ts';

const adapt = unwrap.create({}, undefined);
const fenced = (text: string): string => `\`\`\`json\n${text}\n\`\`\``;

describe('what is taken out of a text', () => {
  test.each([
    ['{"a":1}', '{"a":1}', 'JSON as it is'],
    [' [1, 2]\n', ' [1, 2]\n', 'white space is JSON too'],
    ['42', '42', 'a number'],
    [fenced('{"a":1}'), '{"a":1}', 'a fence'],
    ['```\n{"a":1}\n```', '{"a":1}', 'a fence without a language'],
    ['~~~json\n{"a":1}\n~~~', '{"a":1}', 'the other fence'],
    [fenced('"yes"'), '"yes"', 'a fence with a string in it'],
    ['Here it is: {"a":1}. Anything else?', '{"a":1}', 'sentences'],
    [`Sure:\n\n${fenced('{"a":1}')}\n\nDone.`, '{"a":1}', 'a fence and sentences'],
    ['Use {name} and [see below] for {"a":1}', '{"a":1}', 'brackets in sentences'],
    [`${fenced('{"a":1}')}\nNot {"b":[1,2,3,4,5,6,7]}`, '{"a":1}', 'what is in the fence, not what is longer'],
    ['First [1], then {"a":[2,3]}', '{"a":[2,3]}', 'the longest of two'],
    [fenced('{"code":"```js\\nx()\\n```"}'), '{"code":"```js\\nx()\\n```"}', 'a string with fences'],
    ['So {"text":"a } and a \\"]"} it is', '{"text":"a } and a \\"]"}', 'a string with brackets and quotation marks'],
    [`\`\`\`\n${fenced('{"a":1}')}\n\`\`\``, '{"a":1}', 'a fence in a fence'],
    ['He wrote ["maybe {"a":1}', '{"a":1}', 'a quotation mark of the sentence'],
  ])('%j', (text, json) => expect(adapt(text)).toBe(json));
});

describe('what is none', () => {
  test.each([
    [''],
    ['No.'],
    ['{"a":1'],
    [fenced('{"items":[1,2],')],
    ['{"items":[1,2],"more":"'],
    ["{'a': 1}"],
    ['{"a":1,}'],
    ['[01]'],
    ['{"a":"line\nbreak"}'],
  ])('%j', (text) => expect(adapt(text)).toBeUndefined());
});

describe('properties', () => {
  const structure = fc
    .json()
    .filter((text) => /^\s*[[{]/.test(text))
    .map((text) => text.trim());
  /** A sentence without what could be JSON or a fence. */
  const sentence = fc.string().map((text) => text.replace(/["`~[\]{}]/g, ''));

  test('JSON in every shape but the broken one is found, as it was', () => {
    fc.assert(
      fc.property(structure, fc.constantFrom(...jsonShapes), (json, shape) => {
        const adapted = adapt(shaped(shape, json));
        if (shape === 'broken') expect(adapted === undefined || json.length <= 2).toBe(true);
        else expect(adapted).toBe(json);
      }),
    );
  });

  test('between any sentences', () => {
    fc.assert(
      fc.property(sentence, structure, sentence, (before, json, after) => {
        expect(adapt(`So ${before}\n${json} ${after}`)).toBe(json);
      }),
    );
  });

  test('what comes back is JSON that stood in the text', () => {
    const piece = fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', '```', '\n', ' ', 'a', '1', '{"a":', '"b"');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
        (text) => {
          const adapted = adapt(text);
          if (adapted === undefined) return;
          expect(parses(adapted)).toBe(true);
          expect(text).toContain(adapted);
        },
      ),
    );
  });
});

describe('time is linear', () => {
  // What costs time with the square of the length would be at this for minutes, and run into the limit of a test.
  test.each(['[', '{"a":', '"{', '["{', '[1,', '{x', '```json\n', '[]', '["\\', '~~~\n'])('%j over and over', (piece) => {
    const text = piece.repeat(200_000 / piece.length);
    expect(adapt(`${text}!`)).toBe(piece === '[]' ? '[]' : undefined);
  });
});
