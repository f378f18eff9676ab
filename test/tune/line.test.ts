import { describe, expect, test } from 'vitest';
import { against, type Line, viewOf } from '../../reports/result/tune/line.ts';
import { broken, type Tried } from '../../reports/result/tune/tried.ts';

const met = (goodputs: readonly number[], p95: number): Tried => ({ ...broken, goodputs, standing: 'met', excess: -1, p95 });

/** Two replications of good luck, then six of bad: 10, 10, 2, 2 … */
const luck = [10, 10, 2, 2, 2, 2, 2, 2];

function lineOf(tried: readonly Tried[], more: Partial<Line> = {}): Line {
  const values = tried.map((_, position) => position + 1);
  return { values, tried: new Map(tried.entries()), paired: true, prefer: 'quickest', levels: [2, 8], most: 100, balance: null, ...more };
}

describe('values with more and fewer replications', () => {
  const long = met(luck, 100);
  const short = met([9.95, 9.95], 50);

  test('with the same luck are compared over the replications that both have', () => {
    // In those the longer one has more, however little good luck it had afterwards.
    expect(viewOf(lineOf([long, short])).best).toBe(0);
    expect(viewOf(lineOf([short, long])).best).toBe(1);
  });

  test('the quickest is looked for among those within 1 % there', () => {
    expect(viewOf(lineOf([long, short])).chosen).toBe(1);
    expect(viewOf(lineOf([long, met([9.8, 9.8], 50)])).chosen).toBe(0);
  });

  test('with luck of their own are compared by all that each has', () => {
    const line = lineOf([long, short], { paired: false });
    expect(viewOf(line).best).toBe(1);
    // 9.5 is less than 0.99 of the longer one's first two, and more than its mean over all eight, 4.
    expect(against(line, met([9.5, 9.5], 50), long)).not.toBe('worse');
    expect(against({ paired: true }, met([9.5, 9.5], 50), long)).toBe('worse');
  });
});
