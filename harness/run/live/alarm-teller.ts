import type { AlarmBook } from '../../alarm/book.ts';
import { callOf } from '../../alarm/call-of.ts';
import type { FoundSpell } from '../../alarm/found-spell.ts';
import { spellCause } from '../alarms.ts';
import type { Job } from '../client-side.ts';
import type { LiveOptions } from './options.ts';

/** Tells of the alarms of a live run. Nobody can look into its provider: causes are found from the client's own book. */
export function alarmTeller({ scenario, strategyIndex }: Job, { alarmed }: LiveOptions, book: () => AlarmBook | undefined) {
  const strategy = scenario.strategies[strategyIndex]?.name ?? '';
  return (spell: FoundSpell, state: 'raised' | 'cleared'): void => {
    const seen = book();
    const cause = state === 'raised' && seen !== undefined ? spellCause(spell, { book: seen }) : undefined;
    alarmed?.(callOf({ strategy, spell, state, cause, epochMs: Date.now() }));
  };
}
