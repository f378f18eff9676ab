import { meanOf, studentP } from '../../reports/result/stats/student.ts';
import { probit } from '../../sim/kernel/random.ts';
import type { Figure, Row } from './row.ts';
import { inBuckets, observe, scenarioOf, type Watch } from './system.ts';

/** Seeds 1 to 20. */
export const seeds = 20;
/** Standard error that run lengths aim at, relative to the value: three of them are then less than 3 % even where chance is against it. */
const aim = 0.0077;
/** A tenant costs so many times less than one of our requests. */
const tenantsPerRequest = 6;

/** What of a row is looked at, for how long; and what would take more than `most` requests. */
export interface Plan {
  readonly row: Row;
  readonly watch: Watch;
  readonly figures: readonly Figure[];
  readonly left: readonly { readonly figure: Figure; readonly requests: number }[];
}

/** Requests a second that cost as much as this system's arrivals. */
function costPerSecond({ system: { arrivals, tenants } }: Row): number {
  const own =
    'users' in arrivals ? arrivals.users / (1 + arrivals.thinkSeconds) : 'poisson' in arrivals ? arrivals.poisson : arrivals.constant;
  return own + (tenants === undefined ? 0 : tenants.load / tenants.holdSeconds / tenantsPerRequest);
}

/** Run length from the theory: each of 20 replications adds its part to the precision. */
export function planOf(row: Row, most: number): Plan {
  const needed = row.figures.map((figure) => {
    const seconds = Math.max(100, figure.variance / (seeds * aim * aim));
    return { figure, seconds, requests: seeds * (seconds + row.warmUpSeconds) * costPerSecond(row) };
  });
  const within = needed.filter(({ requests }) => requests <= most);
  const seconds = Math.ceil(within.reduce((longest, one) => Math.max(longest, one.seconds), 0));
  return {
    row,
    watch: inBuckets({ seconds, warmUpSeconds: row.warmUpSeconds }),
    figures: within.map(({ figure }) => figure),
    left: needed.filter(({ requests }) => requests > most),
  };
}

/** A figure of a run beside what it should be. */
export interface Finding {
  readonly figure: Figure;
  readonly value: number;
  readonly standardError: number;
  readonly replications: number;
  /** |error| ≤ 3 standard errors, and 3 of them at most 3 % of the expected value. */
  readonly holds: boolean;
  /** The error of the first 20 replications as a standard normal number, by Student's t; undefined where nothing varies. */
  readonly normal: number | undefined;
}

export function compare(figure: Figure, values: readonly number[]): Finding {
  const estimated = meanOf(values);
  if (estimated === null) throw new Error('a comparison takes replications');
  const { value, error } = estimated;
  const sharp = 3 * error <= 0.03 * figure.expected;
  const near = Math.abs(value - figure.expected) <= 3 * error;
  const first = meanOf(values.slice(0, seeds)) as typeof estimated;
  const tail = studentP(first, figure.expected) / 2;
  return {
    figure,
    value,
    standardError: error,
    replications: values.length,
    holds: sharp && near,
    normal: first.error === 0 ? undefined : -probit(Math.max(tail, 1e-300)) * (first.value < figure.expected ? -1 : 1),
  };
}

/** Runs what is planned with these many seeds, from 1 up. */
export async function lookAt(
  { row, watch, figures }: Pick<Plan, 'row' | 'watch' | 'figures'>,
  replications: number,
): Promise<readonly Finding[]> {
  const scenario = await scenarioOf(row.system, watch);
  const luck = keyOf(`${row.group} ${row.name}`);
  const seen = Array.from({ length: replications }, (_, i) => observe(scenario, i + 1, luck));
  return figures.map((figure) => compare(figure, seen.map(figure.of)));
}

/** Twenty seeds; forty, once, where a figure does not hold: of two hundred right ones chance alone fails one or two. */
export async function examine(plan: Plan): Promise<readonly Finding[]> {
  const findings = await lookAt(plan, seeds);
  return findings.every(({ holds }) => holds) ? findings : lookAt(plan, 2 * seeds);
}

/** Every row has luck of its own under the same seeds, so that no two rows err together: a number below 2³² from its name (FNV-1a). */
function keyOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193);
  return hash >>> 0;
}

/** The p-quantile of χ² with `degrees` degrees of freedom (Wilson and Hilferty, PNAS 17, 1931). */
export function chiSquareQuantile(p: number, degrees: number): number {
  const part = 2 / (9 * degrees);
  const root = 1 - part + probit(p) * Math.sqrt(part);
  return degrees * root * root * root;
}
