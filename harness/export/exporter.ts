import type { StrategySpec } from '../strategy/spec.ts';

/** A strategy as code or configuration of something else. */
export interface Exported {
  readonly text: string;
  /** What the strategy does and this does not, a sentence each; they stand on top of the text as well. */
  readonly missing: readonly string[];
}

/** One target of `at-capacity export`. */
export interface Exporter {
  readonly name: string;
  /** One line, shown by `--help` and in the docs. */
  readonly summary: string;
  /** Throws InputError for a strategy that it cannot write at all. */
  write(strategy: StrategySpec): Exported;
}
