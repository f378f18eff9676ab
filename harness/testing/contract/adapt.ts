import assert from 'node:assert/strict';
import type { Adapt } from '../../strategy/adapt/adapt.ts';
import { parses } from '../../strategy/adapt/parses.ts';
import { type Driver, dice, pick, pure, steps } from './driver.ts';

const uniform = dice('adapt');

const pieces = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '```',
  '```json\n',
  '\n',
  ' ',
  '\\',
  'true',
  '12',
  '{"a":1}',
  '["b"]',
  'Here:',
  '{x}',
  '~~~\n',
];

function textOf(i: number): string {
  const length = Math.floor(uniform(i, 0) * 12);
  return Array.from({ length }, (_, n) => pick(pieces, uniform(i, n + 1))).join('');
}

/** Texts of every make: what an adapter returns is JSON, and JSON is returned as it is. */
export const adaptDriver: Driver<Adapt, undefined> = {
  scope: () => undefined,
  drive(part) {
    const said: (string | null)[] = [];
    for (let i = 0; i < steps; i++) {
      const text = i === 0 ? '{"answer":1}' : textOf(i);
      const adapted = pure('adapt', () => part(text));
      const shown = JSON.stringify(text);
      assert.ok(adapted === undefined || parses(adapted), `${shown}: expected text that JSON.parse takes, or undefined`);
      if (parses(text)) assert.deepEqual(JSON.parse(adapted ?? 'null'), JSON.parse(text), `${shown}: JSON is to be left as it is`);
      said.push(adapted ?? null);
    }
    return said;
  },
};
