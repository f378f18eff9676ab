/** A named profile: the shape of a day or a week, measured or made up, with where it comes from. */
export interface Profile {
  readonly name: string;
  readonly summary: string;
  /** Where the numbers come from, and what was done to them. */
  readonly source: string;
  readonly licence: string;
  /** Unit of `hours`. */
  readonly unit: string;
  /** 24 values (hour 0 is 00:00) or 168 (hour 0 is Monday 00:00). */
  readonly hours: readonly number[];
}

/** A week from a weekday and the two days of the weekend, 24 values each. */
export function week(weekday: readonly number[], saturday: readonly number[], sunday: readonly number[] = saturday): readonly number[] {
  return [...weekday, ...weekday, ...weekday, ...weekday, ...weekday, ...saturday, ...sunday];
}
