/** One row of a trace: milliseconds since the first row, tokens. */
export interface TraceRow {
  readonly atMs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What a trace format's plug-in is: text in, rows out. All bad rows are reported at once, with their line numbers. */
export interface TraceFormat {
  read(text: string, file: string): readonly TraceRow[];
}
