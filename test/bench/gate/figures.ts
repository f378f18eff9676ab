import { readFileSync } from 'node:fs';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { replaceFile } from '../page-part.ts';
import { type Case, cases } from './cases.ts';

/** What the gate made of pairs of one kind, as they were run. */
export interface Counts {
  readonly tried: number;
  readonly failed: number;
  /** Those that it could not decide. */
  readonly undecided: number;
  /** Those that the first ten replications decided. */
  readonly early: number;
}

/** Of pairs with a change that costs something. */
export interface CaughtCounts extends Counts {
  /** Those in which the measure that it costs was shown worse. */
  readonly named: number;
  /** What it costs in truth: share of the goodput that is lost, or share of the requests that fail on top. */
  readonly costs: number;
}

export interface GateFigures {
  readonly equal: Counts;
  readonly neutral: Counts;
  /** By `caseName`. */
  readonly caught: Readonly<Record<string, CaughtCounts>>;
}

export const caseName = ({ scenario, change }: Case): string => `${scenario} ${change}`;

const path = ['test', 'bench', 'gate', 'figures.json'] as const;

/** Figures of the last runs of `npm run gate -- --write`. */
export function storedFigures(): GateFigures {
  return JSON.parse(readFileSync(packagePath(...path), 'utf8')) as GateFigures;
}

export function storeFigures(figures: GateFigures): void {
  replaceFile(packagePath(...path), figuresText(figures));
}

/** The figures as their file has them, changes in the order of `cases`. */
export function figuresText({ equal, neutral, caught }: GateFigures): string {
  const inOrder = cases.map(caseName).flatMap((name) => (caught[name] === undefined ? [] : [[name, caught[name]] as const]));
  return `${JSON.stringify({ equal, neutral, caught: Object.fromEntries(inOrder) }, null, 2)}\n`;
}
