import type { AlarmCause, AlarmSpell } from '../../reports/result/alarm.ts';
import { round6 } from '../../reports/result/stats/round6.ts';
import { meanOf } from '../../sim/curves/read.ts';
import type { Pool } from '../../sim/provider/pool.ts';
import type { AlarmBook, Steps } from '../alarm/book.ts';
import { causeOf, type Load, type Moment } from '../alarm/cause.ts';
import type { FoundSpell } from '../alarm/found-spell.ts';
import { ruleText } from '../alarm/rule-text.ts';
import { shareOf } from '../alarm/seen.ts';
import type { Finished } from './finished.ts';

/** What causes are found from. */
export interface Evidence {
  readonly book: AlarmBook;
  /** Of the same run without retries, as far as it was made. */
  readonly withoutRetries?: AlarmBook | undefined;
  /** Own and others' load in a span; undefined where nobody can look into the provider. */
  readonly load?: ((span: Steps) => Load) | undefined;
}

/** The spells of a run, each with its cause where there is a time before to compare with; undefined where nothing alarms. */
export function alarmsOf(run: Finished, withoutRetries?: AlarmBook): readonly AlarmSpell[] | undefined {
  const watch = run.recorder.options.alarms;
  if (watch === undefined) return undefined;
  const { book } = watch;
  watch.advance(run.end / 1000);
  return watch.spells.map((spell) => spellOf(spell, { book, withoutRetries, load: loadOf(run, book) }));
}

function spellOf(spell: FoundSpell, evidence: Evidence): AlarmSpell {
  const { rule, failure, fromMs, untilMs, value, most } = spell;
  return {
    rule: ruleText(rule, failure),
    fromMs: round6(fromMs),
    untilMs: untilMs === null ? null : round6(untilMs),
    value: value === null ? null : round6(value),
    most: most === null ? null : round6(most),
    cause: spellCause(spell, evidence) ?? null,
  };
}

/** What made the share of a spell rise; undefined without a calm time before. */
export function spellCause({ rule, spans }: FoundSpell, { book, withoutRetries, load }: Evidence): AlarmCause | undefined {
  if (spans === undefined || 'on' in rule) return undefined;
  const moment = (span: Steps): Moment => {
    const seconds = ((span.to - Math.max(0, span.from)) * book.stepMs) / 1000;
    const without = withoutRetries?.seen(rule.measure, span);
    return {
      share: shareOf(book.seen(rule.measure, span)),
      withoutRetries: without === undefined ? undefined : shareOf(without),
      firstRefused: shareOf({ all: book.count('firstEnded', span), hits: book.count('firstCapacity', span) }),
      perSecond: seconds === 0 ? 0 : book.count('offered', span) / seconds,
      load: load?.(span),
    };
  };
  return causeOf(moment(spans.before), moment(spans.now));
}

/** Own requests hold their slots as long as all of the run do in the mean. */
function loadOf({ pool, books }: Finished, book: AlarmBook): Evidence['load'] {
  if (pool === undefined) return undefined;
  const { counts, ownArea } = books;
  const holdSeconds = counts.admitted === 0 ? 0 : ownArea / counts.admitted / 1e6;
  return (span) => {
    const [from, to] = [Math.max(0, span.from) * book.stepMs * 1000, span.to * book.stepMs * 1000];
    return {
      own: (book.count('offered', span) / ((to - from) / 1e6)) * holdSeconds,
      others: tenantsOf(pool, from, to),
      slots: meanOf(pool.slotSteps, from, to),
    };
  };
}

function tenantsOf({ loadSteps, nominalSlots }: Pool, from: number, to: number): number {
  return loadSteps === undefined ? 0 : meanOf(loadSteps, from, to) * nominalSlots;
}
