import type { Asked } from '../../dialects/api.ts';
import type { BatchOutcome } from '../../dialects/batch-api.ts';
import type { Stream } from '../../kernel/random.ts';
import { hexId } from '../hex-id.ts';
import { piecesOf } from '../pieces.ts';
import type { Item, ItemEnd } from './item.ts';

/** What became of an item that is over; its answer is written anew each time, always the same. */
export function outcomeOf(item: Item, words: Stream): BatchOutcome | undefined {
  const { outcome } = item;
  if (outcome?.kind !== 'answered') return outcome;
  const asked = item.asked();
  if ('refused' in asked) return { kind: 'refused', reply: asked.refused };
  try {
    return { kind: 'answered', text: textOf(item, asked, outcome, words) };
  } catch (error) {
    // What it repeats of its request nests too deeply.
    if (error instanceof RangeError) return { kind: 'refused', reply: item.said('server_error') };
    throw error;
  }
}

function textOf(item: Item, asked: Asked, outcome: Extract<ItemEnd, { readonly kind: 'answered' }>, words: Stream): string {
  const { entity, target, scope } = item;
  const { wanted, inputTokens, includeUsage, model = '' } = asked;
  const { tokens, whole } = outcome;
  const pieces = piecesOf({
    wanted,
    json: target?.model.spec.output?.json,
    stream: words,
    entity,
    count: scope.sizes(entity).output,
  });
  const head = { id: hexId(entity, 24), created: Math.floor(outcome.epochMs / 1000), model, inputTokens, includeUsage, wanted };
  return (asked.written ?? scope.endpoint).answer(head).whole(pieces.first(tokens), tokens, whole ? 'stop' : 'length');
}
