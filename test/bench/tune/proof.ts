import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { gridOf } from './grid.ts';
import { type Trial, tableOf, trialOf } from './trial.ts';
import { type KnownTruth, knownTruths, truthPath } from './truth.ts';

/**
 * `npm run tuned [-- --grid 100]`: `tune` on random scenarios, held against grids of ten times the replications. Prints the
 * table of docs/fidelity.md; exit code 1 when a share misses its bound. `--grid N` runs the grids of the first N scenarios
 * again, about half an hour of processor time for 100, and stores what they say.
 */
const { values } = parseArgs({ options: { grid: { type: 'string' } } });

if (values.grid !== undefined) {
  const truths: KnownTruth[] = [];
  for (let number = 1; number <= Number(values.grid); number++) {
    const { limit, points } = await gridOf(number);
    truths.push({ number, limit, holds: points.filter(({ holds }) => holds).map((point) => point.limit) });
    console.error(`grid ${number} of ${values.grid}: ${limit ?? 'none'}`);
  }
  writeFileSync(packagePath(...truthPath), `[\n${truths.map((truth) => JSON.stringify(truth)).join(',\n')}\n]\n`);
}

const trials: Trial[] = [];
for (const truth of knownTruths()) {
  const trial = await trialOf(truth);
  trials.push(trial);
  const off = trial.covers === false || trial.holds === false || !trial.noneRight;
  const told = trial.value ?? trial.status;
  console.error(`${trial.number}: ${told}, truth ${trial.truth ?? 'none'}, ${trial.replications} replications${off ? ' OFF' : ''}`);
}
console.log(tableOf(trials));

const share = (of: (trial: Trial) => boolean | null): number => {
  const asked = trials.map(of).filter((one) => one !== null);
  return asked.filter(Boolean).length / Math.max(1, asked.length);
};
const missed = share(({ covers }) => covers) < 0.9 || share(({ holds }) => holds) < 0.92 || share(({ noneRight }) => noneRight) < 0.95;
process.exitCode = missed ? 1 : 0;
