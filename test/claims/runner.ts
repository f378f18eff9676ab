import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Claim, Runner, Simulated } from './claim.ts';
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
    for (const { of, figure } of claim.checks) figures.push(of === 'once' && !once ? Number.NaN : six(await figure.of(runner)));
    const idle = Object.keys(claim.runs).filter((run) => once && !asked.has(run));
    if (idle.length > 0) throw new Error(`no figure of ${claim.id} comes from ${idle.join(', ')}`);
    return figures;
  } finally {
    close();
  }
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
