import type { Rate, Share } from './figures.ts';
import type { Fit } from './fit.ts';
import type { Load } from './load.ts';
import type { Quiet } from './quiet.ts';
import type { Service } from './service.ts';
import type { SlotsSeen } from './slots.ts';
import type { Spells } from './spells.ts';

/** An hour of the day, a day of the week, or an hour of the week. */
export interface Slice {
  /** 0 is Monday; null for an hour of every day. */
  readonly weekday: number | null;
  /** null for a whole day. */
  readonly hour: number | null;
  /** Days of which the log covers some of it. */
  readonly days: number;
  readonly arrivals: Rate;
  /** Of first calls; null where the log does not say how calls ended. */
  readonly refused: Share | null;
  /** Of first calls that were not rate-limited: those that found no slot. */
  readonly full: Share | null;
  /** Own load, attempts that were not rate-limited × mean time in service; null where the log has no times. */
  readonly ownErlang: number | null;
  /** What else is on the pool, and everything; null without the slots. */
  readonly load: { readonly others: Load; readonly total: Load } | null;
}

/** What a log says of a provider and of how it is called. */
export interface Learnt {
  readonly model: string;
  /** Other models in the log, with their first calls. */
  readonly otherModels: readonly { readonly model: string; readonly firsts: number }[];
  readonly strategy: string;
  /** Local, `2026-03-02T00:00`. */
  readonly from: string;
  readonly to: string;
  readonly days: number;
  readonly runs: number;
  readonly requests: number;
  readonly attempts: number;
  readonly refused: Share | null;
  /** Of the refused first calls, those that were refused by a limit and not for want of a slot. */
  readonly rateLimited: number;
  /** 24, in order. */
  readonly hours: readonly Slice[];
  /** The same over Monday to Friday and over the weekend; null unless the log has five of the one and two of the other. */
  readonly working: readonly Slice[] | null;
  readonly weekend: readonly Slice[] | null;
  /** Those that the log covers. */
  readonly weekdays: readonly Slice[];
  /** 168 from Monday 00:00 where the log covers a week, else empty. */
  readonly week: readonly Slice[];
  readonly spells: Spells | null;
  readonly service: Service;
  readonly slots: { readonly given: number | null; readonly seen: SlotsSeen };
  readonly quiet: Quiet | null;
  readonly fit: Fit | null;
  /** A sentence each. */
  readonly unknown: readonly string[];
}
