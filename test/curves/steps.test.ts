import { describe, test } from 'vitest';
import { expectFacts, type Facts } from './facts.ts';

const rows: readonly Facts[] = [
  [
    'steps: 0 before the first, the last one holds',
    {
      steps: [
        { at: '60s', value: 2 },
        { at: '00:05', value: 3 },
        { at: '2026-03-02T00:10', value: 0 },
      ],
    },
    '2026-03-02T00:00',
    'UTC',
    [
      [{}, 0],
      [{ s: 59 }, 0],
      [{ s: 60 }, 2],
      [{ m: 5 }, 3],
      [{ m: 10 }, 0],
      [{ d: 30 }, 0],
    ],
  ],
  [
    'steps at instants before the start give the value at the start',
    {
      steps: [
        { at: '2026-03-01T08:00', value: 1 },
        { at: '2026-03-01T09:00', value: 2 },
        { at: '1m', value: 3 },
      ],
    },
    '2026-03-02T00:00',
    'Europe/Berlin',
    [
      [{}, 2],
      [{ m: 1 }, 3],
    ],
  ],
];

describe('steps at chosen times after the start', () => {
  test.each(rows)('%s', expectFacts);
});
