import { describe, expect, test } from 'vitest';
import { hint, suggest } from '../../harness/scenario/suggest.ts';

describe('did you mean', () => {
  test.each([
    // typed, known, meant
    ['rety', ['retry', 'route', 'limit'], 'retry'],
    ['attmepts', ['attempts', 'totalWait'], 'attempts'], // neighbours swapped count once
    ['TotalWait', ['totalWait', 'totalAttempts'], 'totalWait'],
    ['first_token', ['firstToken', 'attempt'], 'firstToken'],
    ['wehn', ['when', 'hint'], 'when'],
    ['exponentail', ['exponential', 'fixed'], 'exponential'],
    ['strategy', ['strategies', 'sweep'], 'strategies'], // a plural
    ['zzz', ['retry', 'limit'], undefined],
    ['x', ['y'], undefined], // nothing of a one-letter word is left when it changes
    ['retry', [], undefined],
  ])('%s among %j means %s', (typed, known, meant) => {
    expect(suggest(typed, known)).toBe(meant);
  });

  test('the known words are listed when none is near', () => {
    expect(hint('zzz', ['retry', 'limit'])).toBe('; known: retry, limit');
    expect(hint('rety', ['retry', 'limit'])).toBe('; did you mean retry?');
    expect(hint('zzz', [])).toBe('');
  });
});
