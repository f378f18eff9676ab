import type { Identity } from '../../reports/result/fold.ts';
import { type AttemptClass, attemptClasses, type RequestClass, requestClasses } from '../../reports/result/outcome.ts';
import type { Generator } from './books.ts';
import type { ProviderBooks } from './provider-books.ts';
import type { Recorder } from './recorder.ts';

/** Sides of one identity that come from different counters must be equal to the unit. */
function equal(name: string, left: number, right: number): Identity {
  return { name, left, right, holds: left === right };
}

/** Beyond the largest whole number that has a successor a sum depends on its order, in the last of its 53 bits. */
function equalSums(name: string, left: number, right: number): Identity {
  const larger = Math.max(Math.abs(left), Math.abs(right));
  return { name, left, right, holds: left === right || (larger > Number.MAX_SAFE_INTEGER && Math.abs(left - right) <= larger * 1e-9) };
}

/** The sums of MODEL section 8 that hold between the books of generator and client. */
export function clientIdentities(generator: Generator, recorder: Recorder): readonly Identity[] {
  const { totals, requests, attempts } = recorder;
  const failures = requestClasses.reduce((sum, name) => (name === 'ok' ? sum : sum + requests.byClass[name as RequestClass]), 0);
  const ended = attemptClasses.reduce((sum, name) => sum + attempts.byClass[name as AttemptClass], 0);
  return [
    equal('requests: offered = started + dropped', generator.offered, generator.started),
    equal('requests: started = ok + failures + in flight at the end', generator.started, totals.ok + totals.failed + generator.open),
    equal('cohort: offered = ok + failures + in flight at the end', requests.offered, requests.byClass.ok + failures + recorder.cohortOpen),
    equal('client: sent = answered + cancelled + open at the end', totals.sent, totals.answered + totals.cancelled + totals.open),
    equal('cohort: sent = ended by class + open at the end', attempts.sent, ended + recorder.cohortAttemptsOpen),
  ];
}

/** Between client and provider, where nothing can be lost between them but what the provider itself loses. */
export function exactIdentity({ totals }: Recorder, { counts }: ProviderBooks): Identity {
  const name = 'client and provider: sent − lost before arrival = arrived + on their way';
  return equal(name, totals.sent - counts.lost, counts.arrived + counts.travelling);
}

/** Between the provider's own books. */
export function providerIdentities({ counts, ownArea, now }: ProviderBooks): readonly Identity[] {
  const refused = counts.hard + counts.quotaRefused + counts.faulted + counts.capacityRefused + counts.queueExpired + counts.queueCancelled;
  return [
    equal('provider: arrived = refused + admitted + queued at the end', counts.arrived, refused + counts.admitted + counts.queued),
    equal(
      'provider: admitted = completed + cut or failed + cancelled + in service at the end',
      counts.admitted,
      counts.completed + counts.cutOrFailed + counts.cancelled + counts.inService,
    ),
    equal(
      'provider: nothing comes back twice: least of what is on its way, queued, in service at the end is not negative',
      Math.min(0, counts.travelling, counts.queued, counts.inService),
      0,
    ),
    // Open slots were entered with minus their admission: their holding so far is what is missing to now.
    equalSums('provider: busy slot time = Σ holding times, µs', ownArea, counts.holding + counts.inService * now),
  ];
}
