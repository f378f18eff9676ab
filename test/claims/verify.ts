import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Piscina } from 'piscina';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { claims as registry } from '../claims.ts';
import { boundsOf, broken, figuresText, gather, type Stored } from './judge.ts';
import { type Claims, claimsPage, type Found, figuresIn, foundNow, pagePath } from './page.ts';
import type { Task } from './worker.ts';

/**
 * `npm run verify [-- --only M5]`: every claim with the seeds 1 to 20, then theory and statistics at full length. Writes
 * docs/claims.md; where CI is set, or with --check, compares it instead. Exit code 1 when a figure is out of its bounds, a
 * test fails, or the page is stale.
 */
const { values } = options();
const comparing = values.check === true || (process.env.CI !== undefined && process.env.CI !== '');
const claims: Claims = registry;
const seeds = Array.from({ length: 20 }, (_, i) => i + 1);

const wanted = Object.keys(claims).filter((file) => values.only === undefined || values.only.includes(claims[file]?.id ?? ''));
if (wanted.length === 0) {
  console.error(
    `no such claim; there are ${Object.values(claims)
      .map(({ id }) => id)
      .join(', ')}`,
  );
  process.exit(2);
}

const page = packagePath(...pagePath);
const before = existsSync(page) ? readFileSync(page, 'utf8') : '';
const found: Record<string, Found[string]> = { ...figuresIn(before, claims) };
let faults = 0;

await runAll();
faults += settlePage();
if (values.only === undefined) faults += theory();
console.log(faults === 0 ? 'verified' : `${faults} not verified`);
process.exitCode = faults === 0 ? 0 : 1;

/** What was typed; wrong use ends the program. */
function options() {
  try {
    return parseArgs({ options: { only: { type: 'string', multiple: true }, check: { type: 'boolean' } } });
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}

/** Every claim with every seed, as many at once as there are processors, in the order of the page. */
async function runAll(): Promise<void> {
  const width = availableParallelism();
  const pool = new Piscina({ filename: new URL('./worker.js', import.meta.url).href, maxThreads: width });
  const tasks = wanted.flatMap((file) => seeds.map((seed): Task => ({ file, seed, brief: false, once: seed === 1 })));
  const figures = new Map<string, (readonly number[])[]>(wanted.map((file) => [file, []]));
  let next = 0;
  const work = async (): Promise<void> => {
    for (let task = tasks[next++]; task !== undefined; task = tasks[next++]) {
      progress(`${claims[task.file]?.id} with seed ${task.seed} of ${seeds.length}`);
      const came = (await pool.run(task, { name: 'work' })) as readonly number[];
      const all = figures.get(task.file) ?? [];
      all[task.seed - 1] = came;
      if (all.filter((each) => each !== undefined).length === seeds.length) tell(task.file, gather(all));
    }
  };
  try {
    await Promise.all(Array.from({ length: width }, work));
  } finally {
    await pool.destroy();
  }
}

/** On a terminal one line that changes; else a line a claim, which the answer is enough for. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

/** One line a claim, and one for every figure that is out of its bounds. */
function tell(file: string, stored: Stored): void {
  const claim = claims[file];
  const [check] = claim?.checks ?? [];
  const [figures] = stored;
  if (claim === undefined || check === undefined || figures === undefined) return;
  found[file] = foundNow(file, claim, stored);
  const bad = broken(claim, stored);
  faults += bad.length;
  const good = `${claim.checks.length - bad.length} of ${claim.checks.length} within bounds`;
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(
    `${claim.id.padEnd(4)}${claim.verdict.padEnd(17)}${check.says}: ${figuresText(check, figures)} (${boundsOf(check)}); ${good}`,
  );
  for (const one of bad) {
    const came = stored[claim.checks.indexOf(one)];
    console.log(`    OUT OF BOUNDS ${one.says}: ${came === undefined ? 'n/a' : figuresText(one, came)} (${boundsOf(one)})`);
  }
}

/** Writes the page, or says where it differs; 1 when it is stale. */
function settlePage(): number {
  const now = claimsPage(claims, found);
  if (now === before) return 0;
  if (!comparing) {
    // Another verify may write its own at the same time.
    const fresh = `${page}.${process.pid}`;
    writeFileSync(fresh, now);
    renameSync(fresh, page);
    console.log(`wrote ${pagePath.join('/')}`);
    return 0;
  }
  const [old, fresh] = [before.split('\n'), now.split('\n')];
  const line = fresh.findIndex((text, index) => text !== old[index]);
  console.log(`${pagePath.join('/')} is stale; npm run verify writes it. Line ${line + 1}:\n- ${old[line] ?? ''}\n+ ${fresh[line] ?? ''}`);
  return 1;
}

/** The tests of theory and statistics in their long form. */
function theory(): number {
  console.log('theory and statistics');
  const vitest = packagePath('node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--silent=passed-only', 'test/theory', 'test/statistics', 'test/compared'];
  const { status } = spawnSync(process.execPath, args, { cwd: packagePath(), stdio: 'inherit', env: { ...process.env, VERIFY: '1' } });
  return status === 0 ? 0 : 1;
}
