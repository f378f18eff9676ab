import { InputError } from '../../sim/kernel/problem.ts';
import { shown } from '../../sim/kernel/units.ts';

/** Faster than this a day is over before anybody has looked. */
export const mostSpeed = 100_000;

/** What a header can carry. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text);
}

export function isSpeed(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value <= mostSpeed;
}

export const expectedSpeed = `expected a number above 0, at most ${mostSpeed}`;

/** A client's waits are in its own time. */
export const notJudged = 'how callers retry is judged at the time scale 1 alone';

interface Figures {
  readonly daySpeed?: number | undefined;
  readonly timeScale?: number | undefined;
  readonly bodyLimit?: number | undefined;
  readonly journal?: number | undefined;
  readonly adminToken?: string | undefined;
  readonly report?: boolean | undefined;
}

/** InputError with every option of a server that no server can have. */
export function checkOptions({ daySpeed = 1, timeScale = 1, bodyLimit = 1, journal = 0, adminToken, report }: Figures): void {
  const rules: readonly (readonly [string, unknown, boolean, string])[] = [
    ['daySpeed', daySpeed, isSpeed(daySpeed), expectedSpeed],
    ['timeScale', timeScale, isSpeed(timeScale), expectedSpeed],
    ['bodyLimit', bodyLimit, Number.isSafeInteger(bodyLimit) && bodyLimit > 0, 'expected a whole number of bytes above 0'],
    ['journal', journal, Number.isSafeInteger(journal) && journal >= 0, 'expected a whole number from 0 up'],
  ];
  const problems = rules.flatMap(([key, value, holds, expected]) =>
    holds ? [] : [{ key, message: `${expected}, found ${shown(value)}` }],
  );
  // What it is stays unsaid: it may be nearly a token.
  if (adminToken !== undefined && !isToken(adminToken)) {
    problems.push({ key: 'adminToken', message: 'expected up to 200 letters, digits and signs without blanks' });
  }
  if (daySpeed !== 1 && timeScale !== 1) {
    problems.push({ key: 'timeScale', message: 'makes everything faster, daySpeed only the day; leave out one of the two' });
  }
  if (report === true && timeScale !== 1) problems.push({ key: 'report', message: `${notJudged}; leave out one of the two` });
  if (problems.length > 0) throw new InputError(problems);
}
