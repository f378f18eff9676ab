import type { ConductVerdict } from '../../reports/result/conduct.ts';
import type { Micros } from '../../sim/kernel/clock.ts';
import type { Story } from './story.ts';

/** What one replication shows; can be cloned, and pooled: counts add up, the example is that of the worst. */
export interface Count {
  readonly count: number;
  readonly of: number;
  readonly worst: number | null;
  readonly example: string | null;
}

/** Requests of those who share a limit: with an attempt under way, before their first one, and between two. */
export interface Load {
  readonly open: number;
  readonly waiting: number;
  readonly backingOff: number;
}

/** How checks tell of what they see. */
export interface CheckScope {
  /** A request with its times. */
  tell(story: Story): string;
  /** The wall time of an instant. */
  timeOf(at: Micros): string;
  /** A wait that is shorter than was asked for by no more than this was kept. */
  readonly slackMs: number;
}

/** Looks at one replication. */
export interface Check {
  /** A request that is over, its last attempt included; or still under way when the run ends at `endedAt`. */
  story?(story: Story, endedAt: Micros): void;
  /** A request of which an attempt comes after its story was told. */
  late?(story: Story, at: Micros): void;
  /** `scope` had this load from `since` to `until`. */
  passed?(scope: number, load: Load, since: Micros, until: Micros): void;
  /** From `at` on so many attempts are under way, whoever sent them. */
  open?(attempts: number, at: Micros): void;
  result(): Count;
}

/** One thing that a client does well or badly. */
export interface Finding {
  /** One line for lists and docs. */
  readonly summary: string;
  start(scope: CheckScope): Check;
  /** Only the caller's side shows it: who sees no more than what arrives cannot judge it. */
  readonly callerOnly?: true;
  judge(count: Count): { readonly verdict: ConductVerdict; readonly says: string };
  readonly advice: string;
}
