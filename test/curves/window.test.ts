import { describe, test } from 'vitest';
import { expectFacts, type Facts } from './facts.ts';

const rows: readonly Facts[] = [
  [
    'a window: inclusive start, exclusive end, 0 outside',
    { window: { days: ['mon', 'wed'], from: '09:00', to: '17:30', value: 2 } },
    '2026-03-02T00:00',
    'UTC',
    [
      [{ h: 8, m: 59, s: 59 }, 0],
      [{ h: 9 }, 2],
      [{ h: 17, m: 29, s: 59 }, 2],
      [{ h: 17, m: 30 }, 0],
      [{ d: 1, h: 12 }, 0],
      [{ d: 2, h: 12 }, 2],
    ],
  ],
  [
    'a window over midnight belongs to the day on which it opens',
    { window: { days: ['fri'], from: '22:00', to: '06:00', value: 2, outside: 1 } },
    '2026-03-02T00:00',
    'UTC',
    [
      [{ d: 4 }, 1],
      [{ d: 4, h: 22 }, 2],
      [{ d: 5, h: 5, m: 59 }, 2],
      [{ d: 5, h: 6 }, 1],
      [{ d: 5, h: 23 }, 1],
    ],
  ],
  [
    'one that opened before the start is open',
    { window: { days: ['fri'], from: '22:00', to: '06:00', value: 2, outside: 1 } },
    '2026-03-07T03:00',
    'UTC',
    [
      [{}, 2],
      [{ h: 2, m: 59 }, 2],
      [{ h: 3 }, 1],
    ],
  ],
  [
    'whole days; Saturday and Sunday join',
    { window: { days: ['sat', 'sun'], value: 3 } },
    '2026-03-02T00:00',
    'UTC',
    [
      [{ d: 4, h: 23, m: 59 }, 0],
      [{ d: 5 }, 3],
      [{ d: 6 }, 3],
      [{ d: 7 }, 0],
    ],
  ],
  [
    'a window that opens in the skipped hour opens at the jump',
    { window: { from: '02:30', to: '04:00', value: 2 } },
    '2026-03-29T00:00',
    'Europe/Berlin',
    [
      [{ h: 1, m: 59, s: 59 }, 0],
      [{ h: 2 }, 2],
      [{ h: 3 }, 0],
    ],
  ],
  [
    'a window within the skipped hour does not open on that day',
    { window: { from: '02:15', to: '02:45', value: 2 } },
    '2026-03-29T00:00',
    'Europe/Berlin',
    [
      [{ h: 2 }, 0],
      [{ d: 1, h: 1, m: 14 }, 0],
      [{ d: 1, h: 1, m: 15 }, 2],
    ],
  ],
  [
    'a window within the repeated hour means the earlier one',
    { window: { from: '01:15', to: '01:45', value: 2 } },
    '2026-11-01T00:00',
    'America/New_York',
    [
      [{ h: 1, m: 15 }, 2],
      [{ h: 1, m: 45 }, 0],
      [{ h: 2, m: 15 }, 0],
    ],
  ],
];

describe('windows at chosen times after the start', () => {
  test.each(rows)('%s', expectFacts);
});
