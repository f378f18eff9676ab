import { expect, test } from 'vitest';
import { ofOwner } from './run-thread.ts';

test('time passes in stretches, and stands still between them', async () => {
  const over = { how: 'over' };
  expect(await ofOwner('stretches')).toEqual([
    [10, 'tick'],
    [20, 'tick'],
    [20, over],
    [20, true],
    [20, 'the thread is being driven already'],
    [30, 'tick'],
    [30, over],
    [30, 'from over'],
    [40, 'tick'],
    [40, over],
    [40, 'this thread has a machine already'],
  ]);
});
