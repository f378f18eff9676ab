import type { AttemptClass } from '../../reports/result/outcome.ts';
import { type AlarmBook, createBook } from './book.ts';
import type { FoundSpell } from './found-spell.ts';
import { createOccurrences, type Occurrences } from './occurrences.ts';
import type { AlarmRule, ClassRule } from './rule.ts';
import { createShareWatch, type ShareWatch } from './share-watch.ts';

/** Watches one strategy in one replication. Times are ms from the start of the run. */
export interface AlarmWatch {
  readonly book: AlarmBook;
  readonly spells: readonly FoundSpell[];
  /** An attempt ended so now; most classes alarm nobody by themselves. `first`: it was the request's first. */
  ended(outcome: AttemptClass, first: boolean, ms: number): void;
  /** Looks at everything up to now; call it in the order of time. */
  advance(ms: number): void;
}

export interface WatchOptions {
  readonly rules: readonly AlarmRule[];
  /** Looks begin after the warm-up and end with the window. */
  readonly warmUpMs: number;
  readonly endMs: number;
  /** Hears of each spell's beginning and end. */
  readonly tell?: ((spell: FoundSpell, state: 'raised' | 'cleared') => void) | undefined;
}

const longestStepMs = 60_000;
const shortestStepMs = 100;
/** A window is so many steps at least. */
const stepsInWindow = 5;
const mostSteps = 100_000;

/** How often shares are looked at, ms. */
export function stepOf(rules: readonly AlarmRule[], endMs: number): number {
  const times = rules.flatMap((rule) => ('on' in rule ? [] : 'above' in rule ? [rule.window, rule.for] : [rule.window]));
  const step = times.filter((ms) => ms > 0).reduce((least, ms) => Math.min(least, ms / stepsInWindow), longestStepMs);
  return Math.max(shortestStepMs, Math.ceil(endMs / mostSteps), Math.floor(step));
}

export function createWatch({ rules, warmUpMs, endMs, tell }: WatchOptions): AlarmWatch {
  const book = createBook(stepOf(rules, endMs), endMs);
  const spells: FoundSpell[] = [];
  const shares = rules.flatMap((rule): ShareWatch[] => ('on' in rule ? [] : [createShareWatch(rule, book)]));
  const classes = rules.flatMap((rule) => ('on' in rule ? rule.on.map((failure) => classWatch(rule, failure)) : []));
  const begin = (spell: FoundSpell): FoundSpell => {
    spells.push(spell);
    tell?.(spell, 'raised');
    return spell;
  };
  const end = (spell: FoundSpell | undefined, ms: number): void => {
    if (spell === undefined) return;
    spell.untilMs = ms;
    tell?.(spell, 'cleared');
  };
  const quiet = (each: ClassWatch, ms: number): void => {
    const { occurrences, rule } = each;
    if (occurrences.look(ms) === 'cleared') end(each.spell, (occurrences.last ?? ms) + rule.quiet);
  };
  let step = 0;
  return {
    book,
    spells,
    ended(outcome, first, ms) {
      book.ended(ms, outcome, first);
      if (ms < warmUpMs || ms >= endMs) return;
      for (const each of classes) {
        if (each.failure !== outcome) continue;
        quiet(each, ms);
        const { rule, failure } = each;
        if (each.occurrences.seen(ms) === 'raised')
          each.spell = begin({ rule, failure, fromMs: ms, untilMs: null, value: null, most: null, spans: undefined });
      }
    },
    advance(toMs) {
      const until = Math.min(toMs, endMs);
      for (; (step + 1) * book.stepMs <= until; step++) {
        const ms = (step + 1) * book.stepMs;
        if (ms <= warmUpMs) continue;
        for (const each of shares) {
          const found = each.look(step + 1, ms);
          if (found === 'cleared') end(each.spell, ms);
          else if (found !== undefined) each.spell = begin(found);
        }
      }
      for (const each of classes) quiet(each, until);
    },
  };
}

interface ClassWatch {
  readonly rule: ClassRule;
  readonly failure: AttemptClass;
  readonly occurrences: Occurrences;
  spell: FoundSpell | undefined;
}

function classWatch(rule: ClassRule, failure: AttemptClass): ClassWatch {
  return { rule, failure, occurrences: createOccurrences(rule.quiet), spell: undefined };
}
