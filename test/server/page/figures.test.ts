import { expect, test } from 'vitest';
import { grouped } from '../../../sim/kernel/grouped.ts';
import { counted, percent, perSecond, span } from '../../../sim/server/page/figures.ts';

test.each([
  [grouped(0), '0'],
  [grouped(1234567), '1,234,567'],
  [perSecond(0), '0.0/s'],
  [perSecond(0.25), '0.3/s'],
  [perSecond(9.94), '9.9/s'],
  [perSecond(9.96), '10/s'],
  [perSecond(1500), '1,500/s'],
  [percent(0), '0 %'],
  [percent(0.001), '<1 %'],
  [percent(0.925), '93 %'],
  [percent(0.999), '>99 %'],
  [percent(1), '100 %'],
  [percent(12), '1,200 %'],
  [span(0), '0 s'],
  [span(1), '1 s'],
  [span(59_001), '1 min'],
  [span(100_000), '1 min 40 s'],
  [span(7_200_000), '2 h'],
  [span(5_430_000), '1 h 30 min'],
  [counted(1, 'model'), '1 model'],
  [counted(1200, 'slot'), '1,200 slots'],
])('%s is %s', (shown, expected) => expect(shown).toBe(expected));
