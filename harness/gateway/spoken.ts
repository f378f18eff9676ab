import type { RequestRun } from '../client/request-run.ts';
import type { Spoken } from './shape.ts';
import type { Texts } from './texts.ts';

/** What a caller is told of a request without an answer, and with which status. */
export function spokenOf(
  run: Pick<RequestRun, 'class' | 'reason' | 'facts'>,
  texts: Texts,
): { readonly status: number; readonly spoken: Spoken } {
  const { status = 400 } = run.facts ?? {};
  // Of several models that refused, the first one's word counts.
  const cause = run.class === 'exhausted' ? run.reason : run.class;
  // A model that is not there is no fault of whoever asks the gateway.
  if (cause === 'client_error' && run.reason !== 'not_found')
    return { status: status >= 400 && status < 500 ? status : 400, spoken: { type: 'rejected', text: texts.rejected } };
  if (['client_error', 'auth', 'quota', 'unknown', 'client_resource'].includes(cause))
    return { status: 502, spoken: { type: 'broken', text: texts.broken } };
  return { status: 503, spoken: { type: 'busy', text: texts.busy } };
}
