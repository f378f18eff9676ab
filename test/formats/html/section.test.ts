import { expect, test } from 'vitest';
import { sentence } from '../../../reports/formats/html/section.ts';

test.each([
  ['errors 4.6 % → 0 %', 'errors 4.6\u00a0% → 0\u00a0%'],
  ['p95 9.4 s, 3 strategies', 'p95 9.4\u00a0s, 3 strategies'],
  ['errorRate ≤ 3.0 % (met)', 'errorRate ≤\u00a03.0\u00a0% (met)'],
  ['12 ms', '12\u00a0ms'],
])('%s holds figure and unit together', (text, expected) => {
  expect(sentence(text)).toBe(expected);
});
