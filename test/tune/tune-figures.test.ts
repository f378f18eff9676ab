import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { figuresText, missedBounds, storedFigures, type TuneFigures, tuneFigures, tunePart, tuneTable } from '../bench/tune/figures.ts';
import { gridCost, type Trial } from '../bench/tune/trial.ts';
import { knownTruths, truthsText } from '../bench/tune/truth.ts';
import { generatedPart } from '../docs/page.ts';

test('the page has the figures that are stored; npm run tuned -- --write renews both', () => {
  expect(generatedPart(tunePart.page, tunePart.name, tuneTable(storedFigures()))).toBe(tuneTable(storedFigures()));
});

test('the figures are of the scenarios whose grids are stored, and miss no bound', () => {
  const truths = knownTruths();
  const { tried, withTruth } = storedFigures();
  expect([tried, withTruth]).toEqual([truths.length, truths.filter(({ limit }) => limit !== null).length]);
  expect(missedBounds(storedFigures())).toEqual([]);
});

test('the files are as the program writes them', () => {
  const text = (name: string) => readFileSync(packagePath('test', 'bench', 'tune', name), 'utf8');
  expect(text('figures.json')).toBe(figuresText(storedFigures()));
  expect(text('truth.json')).toBe(truthsText(knownTruths()));
});

test('what is counted of trials', () => {
  const trial: Trial = {
    number: 1,
    truth: 4,
    status: 'found',
    value: 4,
    interval: [3, 5],
    replications: gridCost / 10,
    covers: true,
    holds: true,
    noneRight: true,
    isSet: true,
  };
  const off: Trial = { ...trial, value: 7, interval: [6, 8], covers: false, holds: false, replications: gridCost / 4 };
  const none: Trial = { ...trial, truth: null, status: 'none', value: null, interval: null, covers: null, holds: null };
  const open: Trial = { ...none, status: 'undecided', interval: [1, 20], noneRight: false };
  expect(tuneFigures([trial, off, none, open])).toEqual({
    tried: 4,
    withTruth: 2,
    covered: 1,
    told: 2,
    hold: 1,
    exact: 1,
    noneRight: 3,
    undecided: 1,
    cost: { mean: 0.1375, most: 0.25 },
    width: 3,
  });
});

const sound: TuneFigures = {
  tried: 100,
  withTruth: 100,
  covered: 90,
  told: 100,
  hold: 92,
  exact: 50,
  noneRight: 95,
  undecided: 0,
  cost: { mean: 0.1, most: 0.2 },
  width: 3,
};

test.each<readonly [string, Partial<TuneFigures>, string]>([
  ['intervals', { covered: 89 }, 'intervals that hold the truth: 89 of 100, and 90 % are asked for'],
  ['bounds', { hold: 91 }, 'recommendations that hold every bound: 91 of 100, and 92 % are asked for'],
  ['none is safe', { noneRight: 94 }, '"none is safe" exactly where none is: 94 of 100, and 95 % are asked for'],
  ['cost', { cost: { mean: 0.1, most: 0.201 } }, 'cost: 20.1 % of the plain grid, and 20 % at most are asked for'],
  ['nothing recommended', { told: 0, hold: 0 }, 'recommendations that hold every bound: 0 of 0, and 92 % are asked for'],
])('%s beyond its bound is missed, on it is not', (_, change, sentence) => {
  expect(missedBounds(sound)).toEqual([]);
  expect(missedBounds({ ...sound, ...change })).toEqual([sentence]);
});
