import { describe, expect, test } from 'vitest';
import { showDuration, showNumber, showPlain, showRate, showShare, showUsd } from '../../reports/formats/figures.ts';

describe('figures for people', () => {
  const facts: ReadonlyArray<readonly [string, string]> = [
    // shares: two decimals below 1 %, one above, and never 0 % or 100 % for what is neither
    [showShare(0), '0 %'],
    [showShare(1), '100 %'],
    [showShare(0.044), '4.4 %'],
    [showShare(0.1196), '12.0 %'],
    [showShare(0.0002), '0.02 %'],
    [showShare(0.00001), '<0.01 %'],
    [showShare(0.99999), '>99.9 %'],
    [showShare(0.9), '90.0 %'],
    [showShare(null), 'n/a'],
    // durations from ms to hours; each unit gives way to the next where rounding would fill it
    [showDuration(0), '0 ms'],
    [showDuration(0.004), '<0.01 ms'],
    [showDuration(0.42), '0.42 ms'],
    [showDuration(812.4), '812 ms'],
    [showDuration(999.6), '1.00 s'],
    [showDuration(5550), '5.55 s'],
    [showDuration(9996), '10.0 s'],
    [showDuration(12_345), '12.3 s'],
    [showDuration(59_960), '1m 00s'],
    [showDuration(125_000), '2m 05s'],
    [showDuration(3_599_900), '1h 00m'],
    [showDuration(7_800_000), '2h 10m'],
    [showDuration(null), 'n/a'],
    // rates and factors: three digits
    [showRate(0.4821), '0.482/s'],
    [showRate(8.04), '8.04/s'],
    [showRate(124.4), '124/s'],
    [showRate(0), '0/s'],
    [showRate(0.00123), '0.00123/s'],
    [showRate(0.00001), '<0.0001/s'],
    [showRate(null), 'n/a'],
    [showNumber(1), '1.00'],
    [showNumber(14.23), '14.2'],
    [showNumber(0.999), '0.999'],
    [showNumber(99.97), '100'],
    [showNumber(9.999), '10.0'],
    [showNumber(1234567), '1,234,567'],
    // dollars: cents, less only below one dollar
    [showUsd(0), '$0'],
    [showUsd(134.214), '$134.21'],
    [showUsd(0.01234), '$0.0123'],
    [showUsd(0.997), '$1.00'],
    [showUsd(0.00001), '<$0.0001'],
    [showUsd(999.999), '$1,000'],
    [showUsd(1_234_567.8), '$1,234,568'],
    [showUsd(null), 'n/a'],
    [showPlain(4), '4'],
    [showPlain(0.25), '0.25'],
    [showPlain(null), 'n/a'],
  ];
  test.each(facts)('%s is %s', (shown, expected) => {
    expect(shown).toBe(expected);
  });
});
