import { expect, test } from 'vitest';
import { servedTotals } from '../../harness/cli/served-totals.ts';

const none = { network: 0, hard: 0, quota: 0, fault: 0, capacity: 0 };

test.each<[string, Parameters<typeof servedTotals>[0], string]>([
  ['nothing', { rejected: 0, models: [{ name: 'big', attempts: 0, admitted: 0, refused: none }] }, 'No request came.'],
  [
    'every way to end, and only models that were asked',
    {
      rejected: 1,
      models: [
        { name: 'big', attempts: 1500, admitted: 1000, refused: { network: 20, hard: 30, quota: 100, fault: 50, capacity: 300 } },
        { name: 'small', attempts: 0, admitted: 0, refused: none },
        { name: 'tiny', attempts: 1, admitted: 1, refused: none },
      ],
    },
    [
      'big: 1,500 requests, 1,000 served, 300 refused at capacity, 100 refused by quota, 30 refused for good, 50 lost to faults, 20 lost on the way',
      'tiny: 1 request, 1 served',
      '1 request reached no model',
    ].join('\n'),
  ],
  [
    'a name that would take over the terminal',
    { rejected: 0, models: [{ name: 'a\u001b[2J', attempts: 1, admitted: 1, refused: none }] },
    'a\\u{1b}[2J: 1 request, 1 served',
  ],
])('%s', (_what, totals, expected) => {
  expect(servedTotals(totals)).toBe(`${expected}\n`);
});
