import { expect, test } from 'vitest';
import { createClient } from '../../harness/client/create-client.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';

const answer = () => ({ cancel: () => 0 });

test.each([
  ['defer', { window: { from: '00:00', to: '06:00' } }, 'is about the requests of a whole run'],
  ['checkpoint', {}, 'is about the requests of a whole run'],
  ['submit-poll', {}, 'has its callers come back for their answers, and who calls here waits for them'],
])('%s is refused where somebody waits for one answer', (key, value, why) => {
  const create = () => createClient({ [key]: value }, answer, new VirtualClock());
  expect(create).toThrow(InputError);
  expect(create).toThrow(`${key} of strategy client ${why}; use it in a scenario`);
});
