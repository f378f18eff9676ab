/** Tokens: a number, or log-normal by median and 99th percentile. */
export type SizeSpec = number | { readonly p50: number; readonly p99: number };

/** The workload part of a resolved scenario: durations in milliseconds, rates per second. */
export interface WorkloadSpec {
  readonly clients: number;
  readonly model: string;
  /** Exactly one tag of `harness/workload/arrivals/registry.ts` with its decoded options. */
  readonly arrivals: { readonly [tag: string]: unknown };
  readonly sizes: 'trace' | { readonly input: SizeSpec; readonly output: SizeSpec; readonly maxTokens?: number | undefined };
  readonly stream: boolean;
  /** What callers read of an answer: JSON, else nothing is said of it. */
  readonly expects?: 'json' | undefined;
  /** Share of the requests that somebody waits for. */
  readonly urgent: number;
  readonly deadline?: number | undefined;
  readonly requests?: number | undefined;
}
