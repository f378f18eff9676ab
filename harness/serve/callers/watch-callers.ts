import type { ConductFinding } from '../../../reports/result/conduct.ts';
import type { Micros } from '../../../sim/kernel/clock.ts';
import type { AttemptRecord } from '../../../sim/server/attempt-record.ts';
import type { Onlooker } from '../../../sim/server/onlooker.ts';
import { judgeStories } from '../../conduct/judge-stories.ts';
import { teller } from '../../conduct/tell.ts';
import { byShape } from '../../strategy/classify/by-shape.ts';
import { type Sighting, StoryBook } from './story-book.ts';
import { type Whose, whoseOf } from './whose.ts';

/** A wait that comes so much too early was kept: clocks and timers of two programs differ by that. */
const slackMs = 5;

/** How the callers of a served provider retry, as far as the provider sees it. */
export interface CallersReport {
  /** All that came to a model. */
  readonly attempts: number;
  /** The requests they are taken for; without those that are unclear. */
  readonly requests: number;
  /**
   * Attempts that are not judged: several requests at once had the same body and nothing else tells whose they are, or a
   * body is nested too deep to be compared.
   */
  readonly unclear: number;
  /** Attempts that are not judged any more: of the oldest requests, where more than 100,000 are kept. */
  readonly forgotten: number;
  /** In the order of `at-capacity run`; examples have times of the machine's calendar, in UTC. */
  readonly findings: readonly ConductFinding[];
}

export interface CallersWatch extends Onlooker {
  report(now: Micros): CallersReport;
}

/** What is seen since the start or the last reset. */
interface Seen {
  readonly book: StoryBook;
  readonly under: Map<Readonly<AttemptRecord>, Sighting | undefined>;
  attempts: number;
  peak: { readonly open: number; readonly at: Micros };
  /** The machine's calendar at instant 0, ms since 1970. */
  epochMs: number | undefined;
}

/** Finds out which attempts belong to one request, and judges what its caller does between them. */
export function watchCallers(): CallersWatch {
  const classify = byShape.create({}, undefined);
  let seen = nothing();
  let coming: Whose | undefined;
  return {
    came(request) {
      try {
        coming = whoseOf(request);
      } catch (error) {
        // A body too deep to be walked through.
        if (!(error instanceof RangeError)) throw error;
        coming = undefined;
      }
    },
    watcher: {
      began(record) {
        const { receivedAt, wallMs } = record;
        const { book, under, peak } = seen;
        seen.attempts += 1;
        seen.epochMs ??= wallMs - receivedAt / 1000;
        if (coming === undefined) book.unclear += 1;
        under.set(record, coming && book.began(coming, record, receivedAt));
        coming = undefined;
        if (under.size > peak.open) seen.peak = { open: under.size, at: receivedAt };
      },
      attempt(record, end, waitMs) {
        const sighting = seen.under.get(record);
        seen.under.delete(record);
        if (sighting === undefined) return;
        const outcome = end === undefined ? undefined : classify(end.facts).class;
        seen.book.ended(sighting, { class: outcome, hintMs: end === undefined ? undefined : waitMs?.() }, record.endedAt);
      },
    },
    report: (now) => reportOf(seen, now),
    restart() {
      seen = nothing();
    },
  };
}

function nothing(): Seen {
  return { book: new StoryBook(), under: new Map(), attempts: 0, peak: { open: 0, at: 0 }, epochMs: undefined };
}

function reportOf({ book, attempts, peak, epochMs = 0 }: Seen, now: Micros): CallersReport {
  const { requests, unclear, forgotten, stories } = book;
  const scope = teller({ localAt: (ms) => epochMs + ms, nameOf: (story) => book.nameOf(story), slackMs, seesEnd: false });
  return { attempts, requests, unclear, forgotten, findings: judgeStories({ stories, peak, now }, scope) };
}
