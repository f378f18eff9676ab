import type { Controls } from '../../provider/controls.ts';
import type { FaultSpec } from '../../provider/spec.ts';

/** The faults that touch a model now. */
export interface FaultsAt {
  /** Each kind once: `outage`, `slow`. */
  readonly kinds: readonly string[];
  /** One of them refuses every attempt. */
  readonly refuseAll: boolean;
}

export const noFaults: FaultsAt = { kinds: [], refuseAll: false };

export function faultsAt(controls: Controls, model: string): FaultsAt {
  const pool = controls.spec.models[model]?.pool;
  const on = controls.faults.flatMap((fault) => (controls.isOn(fault) && touches(fault.spec, model, pool) ? fault.spec : []));
  return { kinds: [...new Set(on.flatMap((spec) => Object.keys(spec)))], refuseAll: on.some(refusesAll) };
}

function touches(spec: FaultSpec, model: string, pool: string | undefined): boolean {
  const { models, pools }: { readonly models?: readonly string[] | undefined; readonly pools?: readonly string[] | undefined } =
    Object.values(spec)[0];
  if (models === undefined && pools === undefined) return true;
  return models?.includes(model) === true || (pool !== undefined && pools?.includes(pool) === true);
}

function refusesAll(spec: FaultSpec): boolean {
  return 'outage' in spec || ('errors' in spec && spec.errors.share === 1);
}
