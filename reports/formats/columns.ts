import type { Measure } from '../result/measures/measure.ts';
import { measureNamed } from '../result/measures/registry.ts';

/** A figure of the main table. */
export interface Column {
  readonly measure: Measure;
  readonly title: string;
  /** The title on two lines, at most nine cells wide. */
  readonly head: readonly [string, string];
  /** Left out where width is short. */
  readonly optional: boolean;
}

const column = (name: string, title: string, head: readonly [string, string], optional = false): Column => ({
  measure: measureNamed(name),
  title,
  head,
  optional,
});

/** Figures of the main table in its order; the strategy's name stands before them, the verdict after: nine columns. */
export const columns: readonly Column[] = [
  column('errorRate', 'errors', ['', 'errors']),
  column('latency.p95', 'p95 with failures', ['p95 with', 'failures']),
  column('latencyOk.p95', 'p95 of answered', ['p95 of', 'answered'], true),
  column('goodputPerSecond', 'goodput', ['', 'goodput']),
  column('amplification', 'attempts a request', ['attempts', 'a request']),
  column('tenantsRefusedRate', 'tenants refused', ['tenants', 'refused']),
  column('costUsd', 'cost', ['', 'cost']),
];

/** A measure's title in the main table, else its name. */
export function measureTitle(name: string): string {
  return columns.find(({ measure }) => measure.name === name)?.title ?? name;
}
