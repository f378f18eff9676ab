import { expect, test } from 'vitest';
import { inRealTime, inVirtualTime } from './run-thread.ts';

test('jobs of the pool give and fail as they do in Node, and no time passes', async () => {
  const [virtual, real] = await Promise.all([inVirtualTime('pool'), inRealTime('pool')]);
  expect(virtual.log).toHaveLength(22);
  expect(virtual.log).toEqual(real);
  expect([virtual.nowMs, virtual.findings, virtual.ending]).toEqual([0, [], { how: 'over' }]);
});
