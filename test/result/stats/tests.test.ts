import { describe, expect, it } from 'vitest';
import { holm } from '../../../reports/result/stats/holm.ts';
import { pairedDifference } from '../../../reports/result/stats/paired.ts';
import { type Estimated, studentInterval, studentP } from '../../../reports/result/stats/student.ts';
import { unpairedDifference } from '../../../reports/result/stats/unpaired.ts';

/** Hours of sleep gained by ten patients from two drugs: "Student", "The probable error of a mean", Biometrika 6 (1908). */
const drug1 = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
const drug2 = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

describe('differences, on Student’s sleep data', () => {
  it('paired: t = −4.0621 with 9 degrees of freedom, p = .002833', () => {
    const difference = pairedDifference(drug1, drug2) as Estimated;
    expect(difference.value / difference.error).toBeCloseTo(-4.0621, 4);
    expect(difference.degrees).toBe(9);
    expect(studentP(difference)).toBeCloseTo(0.002833, 6);
    const [low, high] = studentInterval(difference);
    expect(low).toBeCloseTo(-2.4599, 4);
    expect(high).toBeCloseTo(-0.7001, 4);
  });

  it('unpaired: t = −1.8608 with 17.776 degrees of freedom, p = .07939', () => {
    const difference = unpairedDifference(drug1, drug2) as Estimated;
    expect(difference.value / difference.error).toBeCloseTo(-1.8608, 4);
    expect(difference.degrees).toBeCloseTo(17.776, 3);
    expect(studentP(difference)).toBeCloseTo(0.07939, 5);
  });

  it('need two values on each side', () => {
    expect(pairedDifference([1], [2])).toBeNull();
    expect(unpairedDifference([1, 2], [2])).toBeNull();
    expect(() => pairedDifference([1, 2], [2])).toThrow(/2 and 1/);
  });

  it('that never vary are certain', () => {
    const difference = pairedDifference([3, 4, 5], [1, 2, 3]) as Estimated;
    expect(studentInterval(difference)).toEqual([2, 2]);
    expect(studentP(difference)).toBe(0);
    expect(studentP(difference, 2)).toBe(1);
  });
});

describe('Holm', () => {
  it.each([
    // .005·4, .01·3, .03·2, .04·1 raised to the one before
    [
      [0.01, 0.04, 0.03, 0.005],
      [0.03, 0.06, 0.06, 0.02],
    ],
    [
      [0.5, 0.9],
      [1, 1],
    ],
    [[0.02], [0.02]],
    [[], []],
  ])('%j become %j', (probabilities, adjusted) => {
    expect(holm(probabilities)).toEqual(adjusted);
  });
});
