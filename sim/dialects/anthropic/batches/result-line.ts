import type { BatchResult } from '../../batch-api.ts';
import { fieldsOf } from '../../reading/fields.ts';
import { errorBody } from '../errors.ts';

/** One line of the results. */
export function resultLine({ customId, id, outcome }: BatchResult): string {
  return `{"custom_id":${JSON.stringify(customId)},"result":${resultOf(id, outcome)}}`;
}

function resultOf(id: string, outcome: BatchResult['outcome']): string {
  switch (outcome.kind) {
    case 'answered':
      return `{"type":"succeeded","message":${asBatch(outcome.text)}}`;
    case 'refused':
      return JSON.stringify({ type: 'errored', error: outcome.reply.body });
    case 'timed-out':
      return JSON.stringify({
        type: 'errored',
        error: errorBody({ status: 504, type: 'timeout_error', message: 'Request timed out' }, `req_${id}`),
      });
    case 'expired':
      return '{"type":"expired"}';
    case 'cancelled':
      return '{"type":"canceled"}';
  }
}

/** A message whose usage says that it came of a batch. */
function asBatch(text: string): string {
  const message = fieldsOf(JSON.parse(text));
  return JSON.stringify({ ...message, usage: { ...fieldsOf(message?.usage), service_tier: 'batch' } });
}
