import { expect, test } from 'vitest';
import { optionDescription } from '../../harness/cli/option-description.ts';

test.each<[unknown, string]>([
  ['4010', 'where (default: 4010)'],
  [1, 'where (default: 1)'],
  [[], 'where'],
  [undefined, 'where'],
  [false, 'where'],
])('an option in the help has its default as one would type it: %j', (defaultValue, expected) => {
  expect(optionDescription({ description: 'where', defaultValue })).toBe(expected);
});
