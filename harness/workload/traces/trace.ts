/** One row of a trace: milliseconds since the first row, tokens. 0 tokens: the recording does not know them. */
export interface TraceRow {
  readonly atMs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * What a trace format's plug-in is: text in, rows out, sorted by time; rows of one instant keep the file's order. All bad
 * rows are reported at once, with their line numbers.
 */
export interface TraceFormat {
  read(text: string, file: string): readonly TraceRow[];
  /** A short file of the format: shown by `list`, read by the contract suite. */
  readonly sample: string;
}

/** A format as written in a scenario: its name, or its name with options, `{ csv: { unit: s } }` (decoded). */
export type TraceFormatSpec = string | { readonly [tag: string]: unknown };
