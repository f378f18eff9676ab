import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { calendarOf, formatWallTime } from '../../curves/calendar.ts';
import { count } from '../../kernel/units.ts';
import type { AttemptOutcome } from '../attempt-record.ts';
import type { Journal, JournalCounters, Kept } from '../journal.ts';
import type { World } from '../world.ts';
import { decoded } from './problems.ts';

/** What `GET /_admin/journal` answers. */
export interface JournalPage {
  readonly counters: JournalCounters;
  /** Ids of the oldest and the newest attempt that is kept; null when none is. */
  readonly oldest: number | null;
  readonly newest: number | null;
  /** Attempts that are over, in the order in which they ended. */
  readonly entries: readonly JournalEntry[];
}

/** Times in ms from the server's start, or the last reset, by its clock. */
export interface JournalEntry {
  /** From 1, in the order in which attempts ended. */
  readonly id: number;
  /** When it came: by the machine's calendar, `2026-11-30T08:00:00.000Z`, and in the scenario's day, `2026-03-02T15:00:00.000`. */
  readonly at: string;
  readonly time: string;
  /** Which request it is of, the key of its luck; which try of its caller's, from 0. */
  readonly entity: number;
  readonly number: number;
  readonly model: string;
  /** Of the interface at which it came. */
  readonly dialect: string;
  readonly path: string;
  readonly stream: boolean;
  readonly inputTokens: number;
  /** Of the whole answer, whatever came of it. */
  readonly outputTokens: number;
  readonly receivedMs: number;
  readonly admittedMs: number | null;
  /** When the first token of a stream was written. */
  readonly firstTokenMs: number | null;
  readonly endMs: number;
  /** `admitted`, what refused it, or `undecided` when the client left before either. */
  readonly outcome: AttemptOutcome;
  /** Why it was refused or broken off with an error: a cause such as `capacity` or `requests`, or `script`. */
  readonly cause: string | null;
  /** What went wrong while it held its slot, such as `cut` or `slow`. */
  readonly fault: string | null;
  /** Null when no head was sent. */
  readonly status: number | null;
  readonly tokensWritten: number;
  /** The client left before the end. */
  readonly left: boolean;
}

const wanted = z.strictObject({ after: number(), limit: number() }).partial();

/** `GET /_admin/journal?after=17&limit=100`; `DELETE /_admin/journal` forgets all and counts from 0. */
export function addJournal(admin: FastifyInstance, world: World, journal: Journal): void {
  const page = (after: number, limit: number): JournalPage => {
    const { counters, oldest, newest } = journal;
    const some = newest >= oldest;
    const entries = journal.read(after, limit).map((kept) => entryOf(world, kept));
    return { counters, oldest: some ? oldest : null, newest: some ? newest : null, entries };
  };
  admin.get('/journal', ({ query }) => {
    const { after = 0, limit = Number.MAX_SAFE_INTEGER } = decoded(wanted, query);
    return page(after, limit);
  });
  admin.delete('/journal', () => {
    journal.clear();
    return page(0, 0);
  });
}

/** A whole number as a query says it. */
function number() {
  return z
    .string()
    .transform((text) => (/^\d+$/.test(text) ? Number(text) : text))
    .pipe(count());
}

function entryOf({ startsAt, pace, calendar }: World, { id, record }: Kept): JournalEntry {
  const { wallMs, receivedAt, admittedAt, firstTokenAt, endedAt, ...rest } = record;
  const ms = (at: number) => (at - startsAt) / 1000;
  return {
    id,
    at: new Date(wallMs).toISOString(),
    time: formatWallTime(Math.floor(calendarOf(calendar).localAt(pace.toDay(receivedAt) / 1000))),
    entity: rest.entity,
    number: rest.number,
    model: rest.model,
    dialect: rest.dialect,
    path: rest.path,
    stream: rest.stream,
    inputTokens: rest.inputTokens,
    outputTokens: rest.outputTokens,
    receivedMs: ms(receivedAt),
    admittedMs: admittedAt === undefined ? null : ms(admittedAt),
    firstTokenMs: firstTokenAt === undefined ? null : ms(firstTokenAt),
    endMs: ms(endedAt),
    outcome: rest.outcome,
    cause: rest.cause ?? null,
    fault: rest.fault ?? null,
    status: rest.status ?? null,
    tokensWritten: rest.tokensWritten,
    left: rest.left,
  };
}
