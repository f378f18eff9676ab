import type { AlarmBook, Steps } from './book.ts';
import type { FoundSpell } from './found-spell.ts';
import { createJump } from './jump.ts';
import { createLevel } from './level.ts';
import type { JumpRule, LevelRule } from './rule.ts';
import { type Seen, shareOf } from './seen.ts';

/** Fewer than these in a window say nothing. */
export const least = 20;
const dayMs = 86_400_000;

/** One rule about a share. */
export interface ShareWatch {
  spell: FoundSpell | undefined;
  /** Looks at the windows that end before step `end`, which is at `ms`: a spell that begins, or the end of the one there is. */
  look(end: number, ms: number): FoundSpell | 'cleared' | undefined;
}

export function createShareWatch(rule: LevelRule | JumpRule, book: AlarmBook): ShareWatch {
  return 'above' in rule ? levelWatch(rule, book) : jumpWatch(rule, book);
}

function levelWatch(rule: LevelRule, book: AlarmBook): ShareWatch {
  const level = createLevel({ above: rule.above, forMs: rule.for, least });
  const window = inSteps(rule.window, book);
  const span = Math.max(window, inSteps(rule.for, book));
  let calm: number | undefined;
  const isCalm = (seen: Seen): boolean => seen.all >= least && shareOf(seen) <= rule.above / 2;
  /** The same time of the day before, when it was calm; else the last calm one. */
  const before = (end: number): Steps | undefined => {
    const yesterday = endingBefore(end - inSteps(dayMs, book), span);
    if (yesterday.from >= 0 && isCalm(book.seen(rule.measure, yesterday))) return yesterday;
    return calm === undefined ? undefined : endingBefore(calm, window);
  };
  const watch: ShareWatch = {
    spell: undefined,
    look(end, ms) {
      const seen = book.seen(rule.measure, endingBefore(end, window));
      if (isCalm(seen)) calm = end;
      const change = level.look(seen, ms);
      if (change !== 'raised') return noted(watch.spell, seen, change);
      const [now, calmer] = [endingBefore(end, span), before(end)];
      return spellOf(rule, ms, seen, calmer && { now, before: calmer });
    },
  };
  return watch;
}

function jumpWatch(rule: JumpRule, book: AlarmBook): ShareWatch {
  const { from, to, over } = rule.jump;
  const jump = createJump({ from, to, least });
  const [window, back] = [inSteps(rule.window, book), inSteps(over, book)];
  const watch: ShareWatch = {
    spell: undefined,
    look(end, ms) {
      const [now, before] = [endingBefore(end, window), endingBefore(end - back, window)];
      const seen = book.seen(rule.measure, now);
      const change = jump.look(seen, before.from < 0 ? undefined : book.seen(rule.measure, before));
      return change === 'raised' ? spellOf(rule, ms, seen, { now, before }) : noted(watch.spell, seen, change);
    },
  };
  return watch;
}

function inSteps(ms: number, { stepMs }: AlarmBook): number {
  return ms === 0 ? 0 : Math.max(1, Math.round(ms / stepMs));
}

function endingBefore(end: number, length: number): Steps {
  return { from: end - length, to: end };
}

function spellOf(rule: LevelRule | JumpRule, ms: number, seen: Seen, spans: FoundSpell['spans']): FoundSpell {
  const value = shareOf(seen);
  return { rule, failure: undefined, fromMs: ms, untilMs: null, value, most: value, spans };
}

/** While a spell goes on its most is kept. */
function noted(spell: FoundSpell | undefined, seen: Seen, change: 'cleared' | undefined): 'cleared' | undefined {
  if (spell?.untilMs === null && seen.all >= least) spell.most = Math.max(spell.most ?? 0, shareOf(seen));
  return change;
}
