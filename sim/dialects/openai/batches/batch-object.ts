import type { BatchRun } from '../../batch-api.ts';
import type { Problem } from './batch-input.ts';

/** What a batch is asked for. */
export interface BatchWish {
  readonly endpoint: string;
  readonly inputFileId: string;
  readonly completionWindow: string;
  readonly metadata: Readonly<Record<string, string>> | null;
}

/** A batch beside how it runs. */
export interface OpenaiBatch {
  readonly wish: BatchWish;
  readonly run: BatchRun;
  /** Undefined until they are known. */
  model?: string | undefined;
  problems?: readonly Problem[] | undefined;
  outputFileId?: string | undefined;
  errorFileId?: string | undefined;
}

type Status = 'validating' | 'failed' | 'in_progress' | 'finalizing' | 'completed' | 'expired' | 'cancelling' | 'cancelled';

export function statusOf({ stage, at, counts }: BatchRun): Status {
  if (stage === 'failed') return 'failed';
  const cancelled = at.cancelling !== undefined;
  if (stage === 'ended') return cancelled ? 'cancelled' : counts.expired > 0 ? 'expired' : 'completed';
  if (cancelled) return 'cancelling';
  return stage === 'running' ? 'in_progress' : stage;
}

function seconds(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.floor(ms / 1000);
}

/** A batch as OpenAI writes it. UNVERIFIED: that requests which were cancelled or expired are in neither count. */
export function batchObject(id: string, batch: OpenaiBatch): object {
  const { wish, run, problems } = batch;
  const { at, counts, tokens } = run;
  const status = statusOf(run);
  const over = (as: Status): number | null => (status === as ? seconds(at.ended) : null);
  return {
    id,
    object: 'batch',
    endpoint: wish.endpoint,
    model: batch.model ?? null,
    errors: problems === undefined || status === 'validating' ? null : { object: 'list', data: problems },
    input_file_id: wish.inputFileId,
    completion_window: wish.completionWindow,
    status,
    output_file_id: batch.outputFileId ?? null,
    error_file_id: batch.errorFileId ?? null,
    created_at: seconds(at.created),
    in_progress_at: seconds(at.running),
    expires_at: seconds(at.expires),
    finalizing_at: seconds(at.finalizing),
    completed_at: over('completed'),
    failed_at: seconds(at.failed),
    expired_at: over('expired'),
    cancelling_at: seconds(at.cancelling),
    cancelled_at: over('cancelled'),
    request_counts: { total: counts.total, completed: counts.answered, failed: counts.refused },
    usage: {
      input_tokens: tokens.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: tokens.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: tokens.input + tokens.output,
    },
    metadata: wish.metadata,
  };
}
