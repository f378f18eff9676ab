import { describe, expect, test } from 'vitest';
import { unwrap } from '../../harness/strategy/adapt/unwrap.ts';
import { Luck } from '../../sim/kernel/random.ts';
import { jsonShapes } from '../../sim/provider/output.ts';
import { piecesOf } from '../../sim/server/pieces.ts';

const stream = new Luck(7, 0).stream('words');
const text = { kind: 'text' } as const;
const adapt = unwrap.create({}, undefined);

describe('what the server’s answers say', () => {
  test.each(jsonShapes)('%s: as many tokens as were drawn, and JSON inside where there is any', (json) => {
    const pieces = piecesOf({ wanted: text, json, stream, entity: 3, count: 50 });
    const whole = pieces.first(50);
    expect(Array.from({ length: 50 }, (_, index) => pieces.at(index)).join('')).toBe(whole);
    const adapted = adapt(whole);
    if (json === 'broken') expect(adapted).toBeUndefined();
    else expect(JSON.parse(adapted ?? '')).toEqual({ answer: expect.stringMatching(/^[A-Z][\w .]+$/) });
    expect(whole.includes('```')).toBe(json.startsWith('fenced'));
  });

  test('constrained to JSON they are plain, and without `output` they are words', () => {
    const constrained = piecesOf({ wanted: { kind: 'json' }, json: 'fenced', stream, entity: 3, count: 50 }).first(50);
    expect(JSON.parse(constrained)).toEqual({ answer: expect.any(String) });
    expect(piecesOf({ wanted: text, json: undefined, stream, entity: 3, count: 9 }).first(9).split(' ')).toHaveLength(9);
  });
});
