import assert from 'node:assert/strict';
import { scopeFor } from '../../../sim/curves/scope.ts';
import { Luck } from '../../../sim/kernel/random.ts';
import { arrivalScope } from '../../workload/arrival-scope.ts';
import type { ArrivalScope, Arrivals } from '../../workload/arrivals/arrivals.ts';
import { type Driver, finite, steps, whole } from './driver.ts';

const dayMs = 86_400_000;

/** The first 10,000 arrivals of a day. */
export const arrivalsDriver: Driver<Arrivals, ArrivalScope> = {
  scope: (folder) =>
    arrivalScope(scopeFor({ start: '2026-03-02T00:00', zone: 'UTC', length: dayMs, seed: 1, replication: 0, folder }), new Luck(1, 0)),
  drive(part) {
    if (part.kind === 'users') {
      whole('count', part.count, 1);
      finite('thinkMs', part.thinkMs);
      return { ...part };
    }
    if (part.kind === 'batch') {
      whole('jobs', part.jobs, 1);
      finite('atMs', part.atMs);
      whole('workers', part.workers, 1);
      return { ...part };
    }
    return open(part);
  },
};

function open(part: Extract<Arrivals, { readonly kind: 'open' }>): unknown {
  const said: unknown[] = [];
  let before = 0;
  for (let i = 0; i < steps; i++) {
    const arrival = part.next();
    if (arrival === undefined) {
      assert.equal(part.next(), undefined, 'next after the end: expected undefined again');
      break;
    }
    whole(`arrival ${i}`, arrival.atMicros, before);
    for (const tokens of [arrival.inputTokens, arrival.outputTokens]) if (tokens !== undefined) whole(`tokens of arrival ${i}`, tokens);
    before = arrival.atMicros;
    said.push([arrival.atMicros, arrival.inputTokens ?? null, arrival.outputTokens ?? null]);
  }
  return said;
}
