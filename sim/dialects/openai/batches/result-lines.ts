import type { BatchOutcome, BatchResult } from '../../batch-api.ts';

/** Where a result belongs: `output` has what was answered, `error` everything else. */
export type ResultFile = 'output' | 'error';

export function fileOf({ kind }: BatchOutcome): ResultFile {
  return kind === 'answered' ? 'output' : 'error';
}

/**
 * One line of a result file. An answer with an error status stands in `response`; `error` is for requests that never had one.
 * UNVERIFIED: the texts but that of what expired.
 */
export function resultLine({ customId, id, outcome }: BatchResult): string {
  const start = `{"id":${JSON.stringify(`batch_req_${id}`)},"custom_id":${JSON.stringify(customId)},"response":`;
  if (outcome.kind === 'answered') return `${start}${responseOf(200, id, outcome.text)},"error":null}`;
  if (outcome.kind === 'refused') {
    const { status, body } = outcome.reply;
    return `${start}${responseOf(status, id, JSON.stringify(body ?? null))},"error":null}`;
  }
  return `${start}null,"error":${JSON.stringify(neverAnswered[outcome.kind])}}`;
}

function responseOf(status: number, id: string, body: string): string {
  return `{"status_code":${status},"request_id":"${id.padStart(32, '0')}","body":${body}}`;
}

const neverAnswered = {
  expired: { code: 'batch_expired', message: 'This request could not be executed before the completion window expired.' },
  cancelled: { code: 'batch_cancelled', message: 'The batch was cancelled before this request was executed.' },
  'timed-out': { code: 'request_timeout', message: 'The underlying call to the model timed out.' },
} as const;
