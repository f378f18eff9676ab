import { expect, test } from 'vitest';
import { watchTimers } from '../../harness/run/live/timer-watch.ts';

test('it can be asked again and again, and says when nobody is there any more', async () => {
  const warnings: string[] = [];
  const heard = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', heard);
  const timers = watchTimers();
  for (let i = 0; i < 12; i++) expect(await timers.take()).toBeInstanceOf(Float64Array);
  await timers.stop();
  await expect(timers.take()).rejects.toThrow('the thread of empty timers has ended');
  process.off('warning', heard);
  expect(warnings).toEqual([]);
});
