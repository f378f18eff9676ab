import type { Result } from '../../reports/result/result.ts';
import { zoneOffsets } from '../../sim/curves/calendar.ts';
import { encodeScenario } from '../scenario/encode.ts';
import { scenarioHash } from '../scenario/hash.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { arrivalNote } from '../workload/arrival-note.ts';
import type { RunOptions } from './options.ts';

/** How much of a scenario was run. */
export interface Done {
  readonly replications: number;
  /** Every variant of the sweep has run. */
  readonly swept: boolean;
}

/** What a result says of the scenario it is of. */
export function headOf(scenario: Scenario, { live, quick = false }: RunOptions, { replications, swept }: Done): Result['scenario'] {
  const { name, seed, time, workload, sweep, good, slo, baseline, recommend } = scenario;
  return {
    name,
    hash: scenarioHash(scenario),
    seed,
    replications,
    // Users who wait for their answers ask at other instants under every strategy.
    paired: workload.arrivals.users === undefined,
    mode: live === undefined ? 'virtual' : 'live',
    timeScale: live?.timeScale ?? 1,
    zoneOffsets: zoneOffsets(time.start, time.zone, time.length),
    start: time.start,
    zone: time.zone,
    lengthSeconds: time.length / 1000,
    quick,
    good,
    slo,
    baseline,
    recommend,
    clients: workload.clients,
    arrivals: arrivalNote(workload),
    // A sweep that was not run through says nothing.
    sweep: (swept ? sweep : undefined) ?? null,
    resolved: encodeScenario(scenario),
  };
}
