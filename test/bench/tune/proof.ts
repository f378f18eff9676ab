import { parseArgs } from 'node:util';
import { parseCount } from '../../../harness/cli/count.ts';
import { writePart } from '../page-part.ts';
import { orWrongUse } from '../wrong-use.ts';
import { missedBounds, storeFigures, tuneFigures, tunePart, tuneTable } from './figures.ts';
import { gridOf } from './grid.ts';
import { type Trial, trialOf } from './trial.ts';
import { type KnownTruth, knownTruths, storeTruths } from './truth.ts';

/**
 * `npm run tuned [-- --write] [--grid 100]`: `tune` on random scenarios, held against grids of ten times the replications.
 * Prints the table of docs/fidelity.md; with --write it stores the figures and writes them there. Exit code 1 when one misses
 * its bound. `--grid N` runs the grids of the first N scenarios again, about half an hour of processor time for 100, and stores
 * what they say.
 */
const { grid, write } = orWrongUse(() => {
  const { values } = parseArgs({ options: { grid: { type: 'string' }, write: { type: 'boolean', default: false } } });
  return { grid: parseCount('--grid', values.grid, 1, 10_000), write: values.write };
});

if (grid !== undefined) {
  const truths: KnownTruth[] = [];
  for (let number = 1; number <= grid; number++) {
    const { limit, points } = await gridOf(number);
    truths.push({ number, limit, holds: points.filter(({ holds }) => holds).map((point) => point.limit) });
    console.error(`grid ${number} of ${grid}: ${limit ?? 'none'}`);
  }
  storeTruths(truths);
}

const trials: Trial[] = [];
for (const truth of knownTruths()) {
  const trial = await trialOf(truth);
  trials.push(trial);
  const off = trial.covers === false || trial.holds === false || !trial.noneRight;
  const told = trial.value ?? trial.status;
  console.error(`${trial.number}: ${told}, truth ${trial.truth ?? 'none'}, ${trial.replications} replications${off ? ' OFF' : ''}`);
}

const figures = tuneFigures(trials);
console.log(tuneTable(figures));
if (write) {
  storeFigures(figures);
  writePart(tunePart.page, tunePart.name, tuneTable(figures));
}
const missed = missedBounds(figures);
for (const sentence of missed) console.log(`MISSED: ${sentence}`);
process.exitCode = missed.length === 0 ? 0 : 1;
