import type { StrategyBetween } from '../result/between.ts';
import type { Result } from '../result/result.ts';
import type { Summary } from '../result/summary.ts';

/** What every format is a pure function of; the summary is that of the result. */
export interface Report {
  readonly result: Result;
  readonly summary: Summary;
  /** Of two results over one another: what lies between them, under the names that both have. */
  readonly between?: readonly StrategyBetween[] | undefined;
}

/** What only standard output knows. It may change what is printed, never what is written into files. */
export interface Surroundings {
  /** Width of the terminal in cells. */
  readonly columns: number;
  /** Whether to colour; see `wantsColour`. */
  readonly colour: boolean;
  /** Whether characters that draw blocks may be missing; see `wantsAscii`. */
  readonly ascii?: boolean | undefined;
  /** Paths of the files written, as the user should read them. */
  readonly written: readonly string[];
  /** Commands to try next. */
  readonly next: readonly string[];
}

/** A file to be written into the output folder. Pieces of an iterable are written one after another. */
export interface OutputFile {
  /** Without a folder. */
  readonly name: string;
  readonly content: string | Iterable<string> | AsyncIterable<string>;
}

/** A file a format may write, and how its content always begins: an earlier run's file is known by it. */
export interface KnownFile {
  readonly name: string;
  readonly beginning: string;
}

/** One way to show a result: as files in the output folder, and as text on standard output. */
export interface Format {
  /** The word behind `--format`. */
  readonly name: string;
  /** One line, shown by `list`. */
  readonly summary: string;
  readonly files: readonly KnownFile[];
  /** The files of this result; deterministic to the byte. */
  write(report: Report): Promise<readonly OutputFile[]>;
  /** What `--format NAME` puts on standard output, with a line break at its end. */
  print(report: Report, surroundings: Surroundings): string | Promise<string>;
}
