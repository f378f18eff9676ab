import { parseArgs } from 'node:util';
import { runScenario } from '../../../harness/run/run.ts';
import { summarise } from '../../../reports/result/summarise.ts';
import { type Case, cases, gateScenario, scenarioNames } from './cases.ts';
import { gate, type Trial } from './trial.ts';

/**
 * `npm run gate [-- --pairs 200 --trials 100 --only equal,neutral,caught --scenario limited,tenants,outage]`: how often the gate fails without a reason, and how often it finds what it is
 * for. Prints the rows of docs/fidelity.md; exit code 1 when one misses its bound.
 */
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '200' },
    trials: { type: 'string', default: '100' },
    only: { type: 'string', default: 'equal,neutral,caught' },
    scenario: { type: 'string', default: scenarioNames.join(',') },
  },
});
const [pairs, trials] = [Number(values.pairs), Number(values.trials)];
/** What a change costs is measured on luck of its own. */
const truthSeed = 9_000_000;
const truthReplications = 400;
let broken = false;

function row(cells: readonly (string | number)[], holds: boolean): void {
  if (!holds) broken = true;
  console.log(`| ${cells.join(' | ')} |${holds ? '' : ' MISSED'}`);
}

/** How far it is, with what was found so far. */
function tell(i: number, all: number, what: string, found: readonly Trial[]): void {
  if (i % 10 !== 9) return;
  const failed = found.filter(({ outcome }) => outcome === 'failed').length;
  const open = found.filter(({ outcome }) => outcome === 'cannot decide').length;
  console.error(`${i + 1} of ${all}, ${what}: ${failed} failed, ${open} undecided`);
}

const decided = (all: readonly Trial[]): string => {
  const early = all.filter(({ replications }) => replications === 10).length;
  return early === all.length ? '10' : `10 (${early}), 40 (${all.length - early})`;
};

async function equalPairs(): Promise<void> {
  const found: Trial[] = [];
  for (let i = 0; i < pairs; i++) {
    const name = scenarioNames[i % scenarioNames.length] as Case['scenario'];
    found.push(await gate(await gateScenario(name, 1000 + i), await gateScenario(name, 500_000 + i)));
    tell(i, pairs, 'equal pairs with other seeds', found);
  }
  const failed = found.filter(({ outcome }) => outcome === 'failed').length;
  const open = found.filter(({ outcome }) => outcome === 'cannot decide').length;
  row(['equal, other seeds', pairs, failed, open, decided(found), '≤ 2 of 200'], failed + open <= Math.max(1, Math.floor(pairs / 100)));
}

async function neutralPairs(): Promise<void> {
  const found: Trial[] = [];
  for (let i = 0; i < pairs; i++) {
    const name = scenarioNames[i % scenarioNames.length] as Case['scenario'];
    const seed = 1000 + i;
    const wide = 'strategies.shipped.limit=1000';
    const [before, after] =
      Math.floor(i / scenarioNames.length) % 2 === 0
        ? [await gateScenario(name, seed, wide), await gateScenario(name, seed, 'strategies.shipped.limit=2000')]
        : [await gateScenario(name, seed), await gateScenario(name, seed, 'strategies.shipped.name=renamed', 'baseline=renamed')];
    found.push(await gate(before, after));
    tell(i, pairs, 'neutral changes', found);
  }
  const passed = found.filter(({ outcome }) => outcome === 'passed').length;
  const failed = found.filter(({ outcome }) => outcome === 'failed').length;
  row(['neutral change, same seeds', pairs, failed, pairs - passed - failed, decided(found), '0'], passed === pairs);
}

/** Both changes of a scenario, seed by seed. */
async function caught(name: Case['scenario']): Promise<void> {
  const changes = cases.filter(({ scenario }) => scenario === name).map((each) => ({ each, found: [] as Trial[] }));
  for (let i = 0; i < trials; i++) {
    const before = await gateScenario(name, 20_000 + i);
    for (const { each, found } of changes) found.push(await gate(before, await gateScenario(name, 20_000 + i, each.change)));
    for (const { each, found } of changes) tell(i, trials, each.change, found);
  }
  for (const { each, found } of changes) {
    const failed = found.filter(({ outcome }) => outcome === 'failed').length;
    const measure = each.costs === 'goodput' ? 'goodputPerSecond' : 'errorRate';
    const named = found.filter(({ worse }) => worse.includes(measure)).length;
    const cells = [`\`${name}\``, `\`${each.change}\``, await costOf(each), failed, named, decided(found), '≥ 95 of 100'];
    row(cells, failed >= 0.95 * trials);
  }
}

/** What the change costs in truth: "−5.0 % goodput", "+1.0 points". */
async function costOf({ scenario, change, costs }: Case): Promise<string> {
  const figures = async (...sets: readonly string[]) => {
    const run = { ...(await gateScenario(scenario, truthSeed, ...sets)), replications: truthReplications };
    return summarise(await runScenario(run, { workers: 0, fresh: false })).strategies[0];
  };
  const [before, after] = [await figures(), await figures(change)];
  if (costs === 'errors') return `+${(100 * ((after?.errorRate ?? 0) - (before?.errorRate ?? 0))).toFixed(2)} points of errors`;
  return `${(100 * ((after?.goodputPerSecond ?? 0) / (before?.goodputPerSecond ?? 1) - 1)).toFixed(2)} % goodput`.replace('-', '−');
}

const parts = new Set(values.only.split(','));
console.log('| pairs | tried | failed | cannot decide | replications (pairs) | bound |\n|---|---|---|---|---|---|');
if (parts.has('equal')) await equalPairs();
if (parts.has('neutral')) await neutralPairs();
console.log('\n| scenario | change | costs | caught | by that measure | replications (trials) | bound |\n|---|---|---|---|---|---|---|');
const wanted = scenarioNames.filter((name) => values.scenario.split(',').includes(name));
if (parts.has('caught')) for (const name of wanted) await caught(name);
process.exitCode = broken ? 1 : 0;
