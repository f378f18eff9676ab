import type { CurveScope } from '../../curves/curve.ts';
import type { Pace } from '../../curves/pace.ts';
import type { ErrorTable } from '../../dialects/dialect.ts';
import type { Effect } from './effect.ts';
import type { ReadWritten } from './read-written.ts';
import type { Windows } from './windows.ts';

/** What a fault's plug-in is handed. */
export interface FaultScope {
  readonly run: CurveScope;
  /** How the day passes on the clock; as the clock by default. */
  readonly pace?: Pace | undefined;
  /** Place of the fault in the scenario's list; keys its draws. */
  readonly index: number;
  /** The pool of every model. */
  readonly poolOf: Readonly<Record<string, string>>;
  errors(model: string): ErrorTable;
  /** Reads what a script says word by word; default: as OpenAI's and Anthropic's clients do. */
  readonly read?: ReadWritten | undefined;
}

/**
 * What a fault does to an attempt that arrives at `now` (microseconds) as the n-th send (from 0) of its request to the
 * model; `uniform(index)` is a number in (0, 1) keyed by (entity, model, n, fault), so that whom a share hits does not
 * depend on what else is under way.
 */
export type FaultAt = (now: number, n: number, uniform: (index: number) => number) => Effect | undefined;

export interface Fault {
  /** Undefined for a model that it never touches. */
  of(model: string): FaultAt | undefined;
  /** When it refuses a pool's other tenants; undefined: never. */
  tenants?(pool: string): Windows | undefined;
}
