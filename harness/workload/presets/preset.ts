/** A ready workload: part of a scenario's `workload`, in the grammar of files; keys written beside `preset` replace its own. */
export interface WorkloadPreset {
  readonly name: string;
  /** One line, shown by `list` and in the docs. */
  readonly summary: string;
  readonly workload: Readonly<Record<string, unknown>>;
}
