import type { z } from 'zod';

/**
 * One entry of a family (a curve, an arrival process, a retry rule, a report format …).
 *
 * `options` is the schema of what stands behind the plug-in's name in a scenario file. `examples` are pairs of
 * option values that differ in one option each: the contract suite creates both and fails when the output is the same,
 * so an option that nothing reads cannot exist. `create` receives the decoded options: durations in milliseconds,
 * rates per second.
 */
export interface Plugin<Options, Part, Scope = unknown> {
  readonly name: string;
  /** One line, shown by `list` and in the docs. */
  readonly summary: string;
  /** The formula with units and its source, shown by `list NAME` and in the docs. */
  readonly formula?: string;
  readonly options: z.ZodType<Options, unknown>;
  /** Pairs as written in a file (not decoded), each pair differing in exactly one option. */
  readonly examples: readonly (readonly [unknown, unknown])[];
  create(options: Options, scope: Scope): Part;
}

/** Names the two type parameters of a plug-in by inference; returns its argument. */
export function define<Options, Part, Scope = unknown>(plugin: Plugin<Options, Part, Scope>): Plugin<Options, Part, Scope> {
  return plugin;
}

/** A registry: a literal map from name to plug-in, written out by hand so that nothing registers by side effect. */
export type Registry<Part, Scope = unknown> = Readonly<Record<string, Plugin<unknown, Part, Scope>>>;
