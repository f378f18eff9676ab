import { describe, expect, test } from 'vitest';
import { compileCurve } from '../../sim/curves/compile.ts';
import { type ProfileName, profiles } from '../../sim/curves/data/registry.ts';
import { meanOf, valueAt } from '../../sim/curves/read.ts';
import { micros, scopeOf } from './scope-of.ts';

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const weekday = (name: ProfileName) => profiles[name].hours.slice(0, 24);
const saturday = (name: ProfileName) => profiles[name].hours.slice(120, 144);
const relative = (values: readonly number[]) => values.map((value) => value / mean(values));
const numbers = (text: string) => text.trim().split(/\s+/).map(Number);

/** Hour by hour, each normalised to its daily mean, as tabulated from the sources. */
const published: readonly (readonly [string, readonly number[], string])[] = [
  [
    'azure-2024-code weekday',
    weekday('azure-2024-code'),
    '.706 .683 .641 .525 .420 .346 .297 .253 .235 .244 .261 .381 .696 1.189 1.684 1.819 1.725 1.982 2.182 2.226 2.067 1.521 1.098 .820',
  ],
  [
    'azure-2024-code weekend',
    saturday('azure-2024-code'),
    '1.355 1.326 1.183 1.137 .962 .784 .639 .443 .342 .312 .290 .398 .599 .799 .989 1.130 1.228 1.312 1.456 1.490 1.497 1.480 1.486 1.366',
  ],
  [
    'azure-2024-conv weekday',
    weekday('azure-2024-conv'),
    '.890 .972 .955 .792 .802 .872 1.005 1.086 1.108 1.082 .975 1.028 1.151 1.274 1.337 1.244 1.132 1.087 1.078 1.017 .923 .771 .696 .722',
  ],
  [
    'azure-2024-conv weekend',
    saturday('azure-2024-conv'),
    '.884 .938 .930 .793 .773 .803 .822 .914 .944 .867 .919 1.022 1.089 1.213 1.233 1.274 1.197 1.174 1.127 1.057 1.067 1.013 .941 1.004',
  ],
  [
    'servegen-m-small',
    profiles['servegen-m-small'].hours,
    '.839 .714 .733 .676 .714 .660 .684 .855 1.015 1.054 1.125 1.093 1.060 1.073 1.060 1.047 1.091 1.079 1.007 1.229 1.456 1.402 1.270 1.063',
  ],
  [
    'servegen-m-large',
    profiles['servegen-m-large'].hours,
    '.994 1.002 .986 .936 .908 .883 .854 .817 .788 .868 1.046 1.106 .971 .981 1.047 1.047 1.109 1.078 1.040 1.143 1.133 1.074 1.103 1.086',
  ],
];

describe('profiles against the published numbers', () => {
  test.each(published)('%s', (_, hours, text) => {
    const expected = numbers(text);
    expect(hours.length).toBe(24);
    // Half a unit of the last digit printed, and of the last one stored.
    for (const [hour, value] of relative(hours).entries()) {
      expect(Math.abs(value - (expected[hour] ?? Number.NaN)), `hour ${hour}`).toBeLessThanOrEqual(0.0011);
    }
  });

  test('Azure 2024: requests per hour on weekdays and weekends within 2.5 % of the paper’s', () => {
    const rows: readonly (readonly [readonly number[], number])[] = [
      [weekday('azure-2024-code'), 124_202],
      [saturday('azure-2024-code'), 39_572],
      [weekday('azure-2024-conv'), 185_431],
      [saturday('azure-2024-conv'), 105_255],
    ];
    for (const [hours, perHour] of rows) expect(Math.abs(mean(hours) / perHour - 1)).toBeLessThan(0.025);
  });

  test('Azure 2024: peak over trough of a weekday within the spread of the five days', () => {
    const ratio = (hours: readonly number[]) => Math.max(...hours) / Math.min(...hours);
    expect(ratio(weekday('azure-2024-code'))).toBeGreaterThan(8.6);
    expect(ratio(weekday('azure-2024-code'))).toBeLessThan(11.3);
    expect(ratio(weekday('azure-2024-conv'))).toBeGreaterThan(1.8);
    expect(ratio(weekday('azure-2024-conv'))).toBeLessThan(2.2);
  });

  test('Azure 2024: the week adds up to the published totals', () => {
    const total = (name: ProfileName) => profiles[name].hours.reduce((sum, value) => sum + value, 0);
    // 84 rounded hourly means, none more than half a request off, count for 168 hours.
    expect(Math.abs(total('azure-2024-code') - 16_803_695)).toBeLessThan(168);
    expect(Math.abs(total('azure-2024-conv') - 27_303_999)).toBeLessThan(168);
  });

  test('ServeGen: mean requests per second', () => {
    expect(mean(profiles['servegen-m-small'].hours)).toBeCloseTo(1174.4, 1);
    expect(mean(profiles['servegen-m-large'].hours)).toBeCloseTo(195.8, 0);
    expect(mean(profiles['servegen-deepseek-r1'].hours)).toBeCloseTo(16.01, 1);
    expect(mean(profiles['servegen-mm-image'].hours)).toBeCloseTo(9.47, 1);
  });

  test('BurstGPT campus: medians within 2 requests, peak 2.1 times the mean, dip at lunch', () => {
    const hours = profiles['burstgpt-campus'].hours;
    const expected = numbers('46 28 16 11 4 4 5 4 20 106 157 158 68 92 155 184 188 132 77 101 118 107 94 75');
    for (const [hour, value] of hours.entries()) expect(Math.abs(value - (expected[hour] ?? Number.NaN))).toBeLessThanOrEqual(2);
    expect(Math.max(...hours) / mean(hours)).toBeGreaterThan(2.05);
    expect(Math.max(...hours) / mean(hours)).toBeLessThan(2.35);
    expect(hours[12]).toBeLessThan((hours[11] ?? 0) / 2);
  });

  test('office-hours: 0 to 1, Saturday .35 and Sunday .25 of a weekday', () => {
    const hours = profiles['office-hours'].hours;
    expect(hours.slice(96, 120)).toEqual(numbers('0 0 0 0 0 0 .05 .2 .5 .8 1 1 1 1 1 1 .9 .7 .5 .3 .2 .1 .05 0'));
    expect([hours[132], hours[156]]).toEqual([0.35, 0.25]);
  });
});

describe('every profile', () => {
  test.each(Object.entries(profiles))('%s is whole and says where it comes from', (name, profile) => {
    expect(profile.name).toBe(name);
    expect([24, 168]).toContain(profile.hours.length);
    expect(profile.hours.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
    for (const text of [profile.summary, profile.source, profile.licence, profile.unit]) expect(text).not.toBe('');
  });

  test.each(Object.keys(profiles))(
    '%s has mean 1 over Monday to Friday without low and high, and runs from low to high with them',
    (name) => {
      const monday = scopeOf('2026-03-02T00:00', 'UTC');
      expect(meanOf(compileCurve({ curve: name }, monday), 0, micros({ d: 5 }))).toBeCloseTo(1, 12);
      const stretched = compileCurve({ curve: name, low: 2, high: 5 }, scopeOf());
      expect(Math.min(...stretched.value)).toBeCloseTo(2, 12);
      expect(Math.max(...stretched.value)).toBeCloseTo(5, 12);
    },
  );

  test('the built-in day: 0.5/s over the working days make 0.62/s on a Monday at 15:00', () => {
    const steps = compileCurve({ curve: 'azure-2024-conv' }, scopeOf('2026-03-02T00:00', 'Asia/Shanghai'));
    // weekday mean 185,410, weekday at 15:00 230,707 requests an hour
    expect(0.5 * valueAt(steps, micros({ h: 15 }))).toBeCloseTo((0.5 * 230_707) / 185_410, 4);
  });
});
