import type { RawRows } from '../../harness/run/options.ts';
import type { Summary } from '../../reports/result/summary.ts';
import type { Finished } from '../support/finished.ts';

/** Verdicts that a claim of the article's can get. */
export type Verdict = 'holds' | 'holds only when' | 'does not hold';

/** One command line that a user can type, and a shorter one that looks at the hours in question only. */
export interface Run {
  /** Words of a shell, without `at-capacity` and without the seed: `run peak-day --only naive`. */
  readonly command: string;
  /** What `npm test` runs in its place; default the same. */
  readonly brief?: string;
}

/** What a simulated command came to: what it writes to summary.json, requests.csv and attempts.csv. */
export interface Simulated {
  readonly summary: Summary;
  /** Empty unless the command says `--raw`. */
  readonly rows: readonly RawRows[];
}

/** What any other command came to. */
export interface Answered extends Finished {
  /** The folder it was typed in, gone after the check. */
  readonly folder: string;
}

/** Runs a claim's commands with one seed, each once and only when it is asked for. */
export interface Runner {
  /** Throws when the command is no `run`. */
  simulate(run: string): Promise<Simulated>;
  /** Types the command in an empty folder that has `examples/`. */
  type(run: string): Promise<Answered>;
  /**
   * Types a `serve` command, on a port that is free, and then another one, if there is one, in which the usual address
   * stands for the server's. What the last of them answered; a server is interrupted once it has said all.
   */
  serve(run: string, other?: string): Promise<Answered>;
}

/** A figure of a run, and how anybody gets it from the files that the run writes. */
export interface Figure {
  /** In words: `errorRate` of hammer in `counting`. */
  readonly from: string;
  of(runner: Runner): Promise<number>;
}

/** What a figure is in, 0 … 1 for shares and points: they are written in per cent, and times from 1,000 ms on in seconds. */
export type Unit = 'share' | 'points' | 'ms' | 'ratio' | 'count' | 'yes';

/** One assertion: a figure, its bounds, and of what they are asserted. */
export interface Check {
  /** What the figure is, in a few words. */
  readonly says: string;
  /** Of a claim that holds under a condition: whether this is a run that meets it. */
  readonly side?: 'when' | 'unless';
  readonly figure: Figure;
  readonly unit: Unit;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Asserted of every seed's figure, of their mean, or of a figure that has nothing to do with luck. */
  readonly of: 'every seed' | 'mean' | 'once';
  /** Where the bounds come from: the article, arithmetic, or a judgement that is said to be one. */
  readonly because: string;
}

/** One statement of the article's, as something that can be run. */
export interface Claim {
  /** The row it is listed under. */
  readonly id: string;
  readonly title: string;
  /** What the article says, in other words. */
  readonly says: string;
  readonly verdict: Verdict;
  /** The condition, or what is true instead; required unless the verdict is `holds`. */
  readonly condition?: string;
  readonly runs: Readonly<Record<string, Run>>;
  /** The first is the figure that stands for the claim. */
  readonly checks: readonly Check[];
  /** What else a reader should know. */
  readonly notes?: readonly string[];
}
