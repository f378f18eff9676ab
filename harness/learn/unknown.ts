import { grouped } from '../../sim/kernel/grouped.ts';
import { enoughDays } from './figures.ts';
import type { Learnt } from './learnt.ts';
import { type ModelBook, mostKept } from './ledger.ts';
import { enoughRefusals } from './load.ts';

/** What the log does not say, a sentence each. */
export function unknownOf(learnt: Omit<Learnt, 'unknown'>, book: ModelBook, requestsAlone: boolean): readonly string[] {
  const { slots, service, refused, rateLimited, hours, days } = learnt;
  const { unknown } = book.ends;
  const found: string[] = [];
  if (refused === null) found.push('Refusals, busy spells, quiet hours: no column says how calls ended.');
  else if (unknown > 0) found.push(`How ${grouped(unknown)} calls ended; they count as not refused.`);
  if (requestsAlone)
    found.push(
      'Why first attempts failed, and which model refused: the log has requests alone. Those with more than one attempt count as refused at first; a log of attempts would say.',
    );
  if (service.latencyMs === null)
    found.push('How long answers take, and so the own load and how many were in service at once: the log has no times of calls.');
  else if (service.firstTokenMs === null || service.outputTokens === null)
    found.push('First token and tokens per second: the log has no times of first tokens with tokens.');
  if (rateLimited > 0)
    found.push(
      `Whether the ${grouped(rateLimited)} first calls that were rate-limited met a quota or full slots. They count as refused, and not in the load of others; where your provider says 429 of full slots, --capacity 429.`,
    );
  if (slots.given === null) found.push(slotsSentence(slots.seen));
  else if (refused !== null && hours.some(({ load }) => load?.others.basis === 'at most'))
    found.push(`The load of others in hours with fewer than ${enoughRefusals} refusals: the log bounds it from above only.`);
  if (slots.given !== null || slots.seen.exclusive === null)
    found.push('How long others hold a slot, which decides how soon a retry succeeds. The scenario takes your own time in service.');
  if (days < enoughDays)
    found.push(`How days differ: the log has ${days === 1 ? 'one' : days}. Intervals are those of these days, not of days to come.`);
  if (book.full) found.push(`Slots and busy spells of the whole log: they are from its first ${grouped(mostKept)} calls.`);
  return found;
}

function slotsSentence({ atLeast, exclusive }: Learnt['slots']['seen']): string {
  if (exclusive !== null) return 'Whether the slots that you met are a limit of your account: nobody else seems to have any of them.';
  if (atLeast === null) return 'The slots of the provider, and what others put on them.';
  return `The slots of the provider, but for a lower bound: ${grouped(atLeast)} calls of your own were in service at once. With --slots N the load of others comes out of the refusals.`;
}
