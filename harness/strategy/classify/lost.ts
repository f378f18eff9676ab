import type { Outcome } from '../../../reports/result/outcome.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';

const reset: Outcome = { class: 'connection', reason: 'reset' };
const reusedSocket: Outcome = { class: 'connection', reason: 'reused_socket' };
const refused: Outcome = { class: 'connection', reason: 'refused' };
const silentHeaders: Outcome = { class: 'timeout', reason: 'headers' };
const silentStream: Outcome = { class: 'timeout', reason: 'idle' };
const local: Outcome = { class: 'client_resource', reason: 'local' };

/** What became of an attempt that has no answer at all, or lost it on the way; undefined when a whole one came. */
export function lost(facts: WireFacts): Outcome | undefined {
  switch (facts.how) {
    case 'reset':
      // A server may close an idle connection while a request is on its way there: nobody's failure.
      return facts.reusedSocket === true && facts.status === undefined ? reusedSocket : reset;
    case 'refused':
      return refused;
    case 'silent':
      return facts.status === undefined ? silentHeaders : silentStream;
    case 'local':
      return local;
    default:
      return undefined;
  }
}
