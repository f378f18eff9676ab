import type { BatchRun } from '../../batch-api.ts';
import { rfc3339 } from '../rfc3339.ts';

/** A batch as Anthropic writes it: until it has ended, all of its requests are processing. */
export function messageBatch(id: string, { stage, at, counts }: BatchRun, root: string): object {
  const ended = stage === 'ended';
  return {
    id,
    type: 'message_batch',
    processing_status: ended ? 'ended' : at.cancelling === undefined ? 'in_progress' : 'canceling',
    request_counts: {
      processing: ended ? 0 : counts.total,
      succeeded: ended ? counts.answered : 0,
      errored: ended ? counts.refused : 0,
      canceled: ended ? counts.cancelled : 0,
      expired: ended ? counts.expired : 0,
    },
    ended_at: instant(at.ended),
    created_at: rfc3339(at.created),
    expires_at: rfc3339(at.expires),
    archived_at: null,
    cancel_initiated_at: instant(at.cancelling),
    results_url: ended ? `${root}/v1/messages/batches/${id}/results` : null,
  };
}

function instant(epochMs: number | undefined): string | null {
  return epochMs === undefined ? null : rfc3339(epochMs);
}
