import { z } from 'zod';
import type { Controls, SwitchedFault } from '../../provider/controls.ts';
import { faultSchema } from '../../provider/schema.ts';
import type { World } from '../world.ts';

/** A fault as the admin API shows it. */
export interface FaultEntry {
  /** `faults.0` and so on are the scenario's own, `script:MODEL` is the script of a model. */
  readonly id: string;
  readonly provider: string;
  /** In the grammar of scenarios: `{ "outage": { "for": "12m", … } }`. */
  readonly fault: unknown;
  /** The scenario has it. */
  readonly ofScenario: boolean;
  /** It touches somebody now. */
  readonly on: boolean;
  /** How long it stays on by the server's clock; null: it is off, or on without an end. */
  readonly leftMs: number | null;
}

/** All faults, provider by provider, in their order. */
export function faultsOf({ controls, clock }: World): readonly FaultEntry[] {
  return [...controls].flatMap(([provider, one]) => one.faults.map((fault) => entryOf(provider, one, fault, clock.now())));
}

function entryOf(provider: string, controls: Controls, fault: SwitchedFault, now: number): FaultEntry {
  const on = controls.isOn(fault);
  const end = on ? fault.windows.to.find((to) => to > now) : undefined;
  return {
    id: fault.id,
    provider,
    fault: z.encode(faultSchema, fault.spec),
    ofScenario: fault.own,
    on,
    leftMs: end === undefined || end === Number.POSITIVE_INFINITY ? null : Math.ceil((end - now) / 1000),
  };
}
