import { expect, test } from 'vitest';
import { kindOf } from '../../reports/result/kind.ts';

const route = { ordered: ['a'], on: ['capacity', 'timeout'] };

test.each([
  ['own code', { code: './mine.ts' }],
  ['switches models', { route: { ...route, ordered: ['a', 'b'] }, limit: { fixed: 5 }, retry: { none: {} } }],
  ['switches models', { route: { health: ['a', 'b'] } }],
  ['switches models', { route: { ...route, floor: 'c' } }],
  ['limits or paces itself', { route, limit: { fixed: 5 }, retry: { exponential: {} } }],
  ['limits or paces itself', { route, pace: { 'token-bucket': {} } }],
  ['tries again', { route, retry: { fixed: '1s', attempts: 3 } }],
  ['asks once', { route, retry: { none: {}, attempts: 1 } }],
  ['asks once', { route }],
  ['asks once', null],
] as const)('%s: %j', (kind, config) => expect(kindOf(config)).toBe(kind));
