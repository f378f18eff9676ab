// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to variables are what is tested here
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandVariables } from '../../harness/scenario/variables.ts';

const env = { RATE: '7/s', EMPTY: '', LINES: 'a\nb: c', LONG: 'x'.repeat(50) };

describe('variables in the source text', () => {
  test.each([
    ['rate: ${RATE}', 'rate: 7/s'],
    ['rate: ${RATE:-9/s}', 'rate: 7/s'],
    ['rate: ${UNSET:-9/s}', 'rate: 9/s'],
    ['rate: ${EMPTY:-9/s}', 'rate: 9/s'], // as in a shell, `:-` also replaces what is empty
    ['rate: ${UNSET:-}', 'rate: '],
    ['a: ${RATE} ${UNSET:-b}', 'a: 7/s b'],
    ['price: $5 and $RATE', 'price: $5 and $RATE'],
    ['literal: $${RATE}', 'literal: ${RATE}'],
  ])('%s becomes %s', (written, read) => {
    expect(expandVariables(written, env)).toMatchObject({ text: read, faults: [] });
  });

  test.each([
    ['a: ${UNSET}', 'environment variable UNSET is not set'],
    ['a: ${LINES}', 'environment variable LINES holds a line break'],
    ['a: ${1X}', 'expected ${NAME} or ${NAME:-default} on one line, found ${1X}'],
    ['a: ${RATE\nb: }', 'found ${RATE'],
    ['a: ${toString}', 'environment variable toString is not set'],
  ])('%j is a fault', (written, message) => {
    const { faults, text } = expandVariables(written, env);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.message).toContain(message);
    expect(text.split('\n')).toHaveLength(written.split('\n').length);
  });

  test('offsets lead back to the original, whatever lengths are exchanged', () => {
    const piece = fc.constantFrom('ab', '${RATE}', '${UNSET:-q}', '${LONG}', '${UNSET:-}', '$${RATE}', '\n', ' ', '${UNSET}');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const { text, original } = expandVariables(pieces.join(''), env);
        let written = 0;
        let read = 0;
        for (const each of pieces) {
          const becomes = expandVariables(each, env).text;
          // The first character of every piece that did not vanish.
          if (becomes !== '') expect(original(read)).toBe(written);
          written += each.length;
          read += becomes.length;
        }
        expect(text).toHaveLength(read);
      }),
    );
  });
});
