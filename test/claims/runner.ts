import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Check, Claim, Runner, Simulated } from './claim.ts';
import { within } from './judge.ts';
import { simulateLine } from './simulate-line.ts';
import { served, typed } from './typed.ts';

/**
 * Figures with as many digits as files have, one a check; NaN for what is asserted once and was not asked for now. Throws
 * when a run of the claim is of no use to any figure.
 */
export async function figuresOf(claim: Claim, seed: number, brief: boolean, once: boolean): Promise<readonly number[]> {
  const { runner, asked, close } = newRunner(claim, seed, brief);
  try {
    const figures: number[] = [];
    for (const check of claim.checks) {
      if (check.of === 'once') figures.push(once ? await measured(claim, check, { seed, brief, runner }) : Number.NaN);
      else figures.push(six(await check.figure.of(runner)));
    }
    const idle = Object.keys(claim.runs).filter((run) => once && !asked.has(run));
    if (idle.length > 0) throw new Error(`no figure of ${claim.id} comes from ${idle.join(', ')}`);
    return figures;
  } finally {
    close();
  }
}

/** How often a figure that has nothing to do with luck is measured again: it may be one of real time, on a busy machine. */
const again = 2;

async function measured(
  claim: Claim,
  check: Check,
  { seed, brief, runner }: { readonly seed: number; readonly brief: boolean; readonly runner: Runner },
): Promise<number> {
  let figure = six(await check.figure.of(runner));
  for (let left = again; left > 0 && !within(check, [figure, figure, figure, figure]); left--) {
    const fresh = newRunner(claim, seed, brief);
    try {
      figure = six(await check.figure.of(fresh.runner));
    } finally {
      fresh.close();
    }
  }
  return figure;
}

/** The last bits of sums and quotients differ between versions of Node. */
function six(value: number): number {
  return Number(value.toPrecision(6));
}

function newRunner(
  { id, runs }: Claim,
  seed: number,
  brief: boolean,
): { readonly runner: Runner; readonly asked: ReadonlySet<string>; close(): void } {
  const simulated = new Map<string, Promise<Simulated>>();
  const folders: string[] = [];
  const asked = new Set<string>();
  const line = (name: string): string => {
    const run = runs[name];
    if (run === undefined) throw new Error(`${id} has no run ${name}`);
    asked.add(name);
    return brief ? (run.brief ?? run.command) : run.command;
  };
  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), 'claim '));
    folders.push(made);
    return made;
  };
  const runner: Runner = {
    simulate(name) {
      const known = simulated.get(name) ?? simulateLine(line(name), seed);
      simulated.set(name, known);
      return known;
    },
    type: (name) => typed(line(name), folder()),
    serve: (name, other) => served(line(name), other === undefined ? undefined : line(other), folder()),
  };
  return { runner, asked, close: () => folders.map((each) => rmSync(each, { recursive: true, force: true })) };
}
