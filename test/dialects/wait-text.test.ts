import { expect, it } from 'vitest';
import { waitText } from '../../sim/dialects/openai/wait-text.ts';

it.each([
  // captured texts; 22.4976 s is cut off
  [174, '174ms'],
  [3890, '3.89s'],
  [22_497.6, '22.497s'],
  [9816, '9.816s'],
  [18_642, '18.642s'],
  [41_724, '41.724s'],
  [20_000, '20s'],
  [107_585.4, '1m47.5854s'],
  // headers
  [8, '8ms'],
  [120, '120ms'],
  [1000, '1s'],
  [360_000, '6m0s'],
  // edges of the units
  [0, '0ms'],
  [0.999, '0ms'],
  [999.999, '999ms'],
  [59_999.999, '59.999s'],
  [60_000, '1m0s'],
  [3_600_000, '1h0m0s'],
  [86_399_500, '23h59m59.5s'],
])('%d ms is %s', (ms, text) => {
  expect(waitText(ms)).toBe(text);
});
