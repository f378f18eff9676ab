import { grouped } from '../../kernel/grouped.ts';
import type { ModelState, PoolState, QuotaState } from '../admin/state.ts';
import { counted, span } from './figures.ts';
import type { ModelNow } from './models-now.ts';

/** What is counted by a quota, in words. */
export const quotaWords: Readonly<Record<QuotaState['kind'], string>> = {
  requests: 'requests a minute',
  tokens: 'tokens a minute',
  'input-tokens': 'input tokens a minute',
  'output-tokens': 'output tokens a minute',
  day: 'requests a day',
};

/** Whether a request would be admitted: no outage, something left of every quota, a slot without anybody waiting for it. */
export function roomOf(model: ModelState, pool: PoolState, isOut: boolean): Pick<ModelNow, 'room' | 'note'> {
  if (isOut) return { room: 'out', note: 'refuses everything' };
  const spent = model.quota.find(({ remaining }) => remaining < 1);
  if (spent !== undefined) return { room: 'limited', note: `no ${quotaWords[spent.kind]} left, all back in ${span(spent.resetMs)}` };
  const free = freeSlots(pool);
  const waiting = pool.queue.waiting;
  if (free > 0 && waiting === 0) return { room: 'free', note: `${grouped(free)} of ${counted(pool.slots, 'slot')} free` };
  return { room: 'full', note: `${inUse(pool)}${waiting > 0 ? `, ${grouped(waiting)} waiting` : ''}` };
}

/** Slots in which nothing runs: none where more runs than there are slots by now. */
export function freeSlots({ slots, busy }: Pick<PoolState, 'slots' | 'busy'>): number {
  return Math.max(0, slots - busy);
}

function inUse({ slots, busy }: PoolState): string {
  return slots === 0 ? 'no slots' : `${grouped(busy)} of ${counted(slots, 'slot')} in use`;
}
