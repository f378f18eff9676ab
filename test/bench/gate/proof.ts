import { parseArgs } from 'node:util';
import { parseCount } from '../../../harness/cli/count.ts';
import { runScenario } from '../../../harness/run/run.ts';
import { summarise } from '../../../reports/result/summarise.ts';
import { writePart } from '../page-part.ts';
import { orWrongUse, someOf } from '../wrong-use.ts';
import { type Case, cases, gateScenario, scenarioNames } from './cases.ts';
import { type CaughtCounts, type Counts, caseName, type GateFigures, storedFigures, storeFigures } from './figures.ts';
import { gatePart, gateTables, missedBounds } from './table.ts';
import { gate, type Trial } from './trial.ts';

/**
 * `npm run gate [-- --write] [--pairs 200] [--trials 100] [--only equal,neutral,caught] [--scenario limited,tenants,outage]`:
 * how often the gate fails without a reason, and how often it finds what it is for. Prints the tables of docs/fidelity.md;
 * with --write it stores the figures of what was run and writes them there. Exit code 1 when one misses its bound.
 */
const { pairs, trials, parts, wanted, write } = orWrongUse(() => {
  const { values } = parseArgs({
    options: {
      pairs: { type: 'string', default: '200' },
      trials: { type: 'string', default: '100' },
      only: { type: 'string', default: 'equal,neutral,caught' },
      scenario: { type: 'string', default: scenarioNames.join(',') },
      write: { type: 'boolean', default: false },
    },
  });
  return {
    pairs: parseCount('--pairs', values.pairs, 1, 10_000) ?? 0,
    trials: parseCount('--trials', values.trials, 1, 10_000) ?? 0,
    parts: someOf('--only', values.only, ['equal', 'neutral', 'caught']),
    wanted: someOf('--scenario', values.scenario, scenarioNames),
    write: values.write,
  };
});
/** What a change costs is measured on luck of its own. */
const truthSeed = 9_000_000;
const truthReplications = 400;

/** How far it is, with what was found so far. */
function tell(i: number, all: number, what: string, found: readonly Trial[]): void {
  if (i % 10 !== 9) return;
  const { failed, undecided } = countsOf(found);
  console.error(`${i + 1} of ${all}, ${what}: ${failed} failed, ${undecided} undecided`);
}

function countsOf(found: readonly Trial[]): Counts {
  const count = (is: (trial: Trial) => boolean): number => found.filter(is).length;
  return {
    tried: found.length,
    failed: count(({ outcome }) => outcome === 'failed'),
    undecided: count(({ outcome }) => outcome === 'cannot decide'),
    early: count(({ replications }) => replications === 10),
  };
}

const scenarioAt = (i: number): Case['scenario'] => scenarioNames[i % scenarioNames.length] as Case['scenario'];

async function equalPairs(): Promise<Counts> {
  const found: Trial[] = [];
  for (let i = 0; i < pairs; i++) {
    found.push(await gate(await gateScenario(scenarioAt(i), 1000 + i), await gateScenario(scenarioAt(i), 500_000 + i)));
    tell(i, pairs, 'equal pairs with other seeds', found);
  }
  return countsOf(found);
}

async function neutralPairs(): Promise<Counts> {
  const found: Trial[] = [];
  for (let i = 0; i < pairs; i++) {
    const scenario = (...sets: readonly string[]) => gateScenario(scenarioAt(i), 1000 + i, ...sets);
    const [before, after] =
      Math.floor(i / scenarioNames.length) % 2 === 0
        ? [await scenario('strategies.shipped.limit=1000'), await scenario('strategies.shipped.limit=2000')]
        : [await scenario(), await scenario('strategies.shipped.name=renamed', 'baseline=renamed')];
    found.push(await gate(before, after));
    tell(i, pairs, 'neutral changes', found);
  }
  return countsOf(found);
}

/** Both changes of a scenario, seed by seed. */
async function caught(name: Case['scenario']): Promise<Readonly<Record<string, CaughtCounts>>> {
  const changes = cases.filter(({ scenario }) => scenario === name).map((each) => ({ each, found: [] as Trial[] }));
  for (let i = 0; i < trials; i++) {
    const before = await gateScenario(name, 20_000 + i);
    for (const { each, found } of changes) found.push(await gate(before, await gateScenario(name, 20_000 + i, each.change)));
    for (const { each, found } of changes) tell(i, trials, each.change, found);
  }
  const counted: [string, CaughtCounts][] = [];
  for (const { each, found } of changes) {
    const measure = each.costs === 'goodput' ? 'goodputPerSecond' : 'errorRate';
    const named = found.filter(({ worse }) => worse.includes(measure)).length;
    counted.push([caseName(each), { ...countsOf(found), named, costs: await costOf(each) }]);
  }
  return Object.fromEntries(counted);
}

/** What the change costs in truth, to a hundredth of a per cent or of a point. */
async function costOf({ scenario, change, costs }: Case): Promise<number> {
  const figures = async (...sets: readonly string[]) => {
    const run = { ...(await gateScenario(scenario, truthSeed, ...sets)), replications: truthReplications };
    const [strategy] = summarise(await runScenario(run, { workers: 0, fresh: false })).strategies;
    const { errorRate = null, goodputPerSecond = null } = strategy ?? {};
    if (errorRate === null || goodputPerSecond === null) throw new Error(`${scenario} has no figures`);
    return { errorRate, goodputPerSecond };
  };
  const [before, after] = [await figures(), await figures(change)];
  const lost = costs === 'errors' ? after.errorRate - before.errorRate : 1 - after.goodputPerSecond / before.goodputPerSecond;
  return Math.round(1e4 * lost) / 1e4;
}

let run: Partial<GateFigures> = {};

/** Adds the figures of a part that is done, and writes it at once: the rest takes long. Parts that are not run keep theirs. */
function done(found: Partial<GateFigures>): void {
  run = { ...run, ...found, caught: { ...run.caught, ...found.caught } };
  if (!write) return;
  const stored = storedFigures();
  const all = { ...stored, ...run, caught: { ...stored.caught, ...run.caught } };
  storeFigures(all);
  writePart(gatePart.page, gatePart.name, gateTables(all));
}

if (parts.includes('equal')) done({ equal: await equalPairs() });
if (parts.includes('neutral')) done({ neutral: await neutralPairs() });
if (parts.includes('caught')) for (const name of wanted) done({ caught: await caught(name) });
console.log(gateTables(run));
const missed = missedBounds(run);
for (const sentence of missed) console.log(`MISSED: ${sentence}`);
process.exitCode = missed.length === 0 ? 0 : 1;
