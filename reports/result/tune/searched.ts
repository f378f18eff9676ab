import type { Line, View } from './line.ts';
import type { Offered } from './offered.ts';
import type { TuneAnswer } from './tune-answer.ts';

/** What the search came to. */
export interface Searched {
  readonly strategy: string;
  readonly parameter: string;
  /** All that was tried, values beside the one to take included. */
  readonly line: Line;
  /** As it was decided; its value to take is the one that was run on fresh replications. */
  readonly view: View;
  /** By position in the values of the line. */
  readonly texts: readonly string[];
  readonly variants: readonly string[];
  /** What each parameter is set to where the answer lies. */
  readonly settings: Readonly<Record<string, number>>;
  /** The value to take was shown to meet every bound again, on fresh replications. */
  readonly confirmed: boolean;
  /** A limit by the time of day that is worth it. */
  readonly schedule: Offered | null;
  readonly cost: TuneAnswer['cost'];
}
