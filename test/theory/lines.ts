import type { Finding } from './examine.ts';
import type { Figure, Row } from './row.ts';

type Named = Pick<Row, 'group' | 'name'>;

const digits = (value: number): string => String(Number(value.toPrecision(5)));

export const headLine = 'system: figure: expected, found ± 3 standard errors, error in standard errors';

/** One figure of a run. */
export function lineOf({ group, name }: Named, { figure, value, standardError, replications, holds }: Finding): string {
  const error = value - figure.expected;
  const off = standardError === 0 ? digits(error) : (error / standardError).toFixed(2);
  const seeds = replications === 20 ? '' : `, ${replications} seeds`;
  const verdict = holds ? '' : ', DOES NOT HOLD';
  return `${group}: ${name}: ${figure.name}: ${digits(figure.expected)}, ${digits(value)} ± ${digits(3 * standardError)}, ${off}${seeds}${verdict}`;
}

/** One figure that is left to `npm run verify`. */
export function leftLine({ group, name }: Named, { figure, requests }: { readonly figure: Figure; readonly requests: number }): string {
  return `${group}: ${name}: ${figure.name}: npm run verify only; within 3 % takes as long as ${(requests / 1e6).toFixed(1)} million requests`;
}
