import type { TuneAnswer, TuneStatus } from '../../reports/result/tune/tune-answer.ts';
import type { LiveTried } from '../tune/live/live-trials.ts';
import type { LiveFound } from '../tune/live/tune-live.ts';
import type { TuneLivePlan } from './tune-live-plan.ts';
import { type Balance, bindingOf, type LiveTold } from './tune-live-told.ts';
import { reasonOf, verdictOf } from './tune-live-words.ts';

/** One concurrency that was measured; counts and rates are of all clients together. */
export interface LiveValue {
  readonly value: number;
  readonly text: string;
  readonly variant: null;
  /** Steps, each of which stands for a replication. */
  readonly replications: number;
  readonly requests: number;
  readonly goodputPerSecond: number;
  readonly firstAttemptRefusedRate: number | null;
  readonly standing: TuneAnswer['tried'][number]['standing'];
  readonly within: boolean;
}

/** The answer of `tune --live`: that of `tune` as far as a ramp has it, and what was asked of whom. */
export interface LiveAnswer extends Pick<TuneAnswer, 'status' | 'strategy' | 'parameter' | 'settings' | 'value' | 'fleetValue'> {
  readonly variant: null;
  /** Of all clients together. */
  readonly interval: TuneAnswer['interval'];
  readonly balancePoint: number | null;
  readonly balanceReason: string | null;
  readonly binding: string | null;
  readonly worstHour: null;
  readonly schedule: null;
  readonly tried: readonly LiveValue[];
  readonly cost: { readonly requests: number; readonly seconds: number; readonly steps: number };
  /** Bounds of `slo:` that a ramp cannot judge. */
  readonly unmeasured: readonly string[];
  readonly verdict: string;
  readonly reason: string;
}

export function liveAnswer(found: LiveFound, plan: TuneLivePlan): LiveAnswer {
  const told = toldOf(found, plan);
  const { status, about, perClient } = told;
  const isFound = status === 'found';
  const { within, tried, ramp } = found;
  const ends = [within[0]?.concurrency, within.at(-1)?.concurrency];
  return {
    status,
    strategy: plan.strategy.name,
    parameter: 'limit',
    settings: isFound ? { limit: perClient } : {},
    variant: null,
    value: isFound ? perClient : null,
    fleetValue: isFound ? (about?.concurrency ?? null) : null,
    interval: ends[0] === undefined || ends[1] === undefined ? null : [ends[0], ends[1]],
    ...told.balance,
    binding: told.binding,
    worstHour: null,
    schedule: null,
    tried: tried.map((each) => measuredValue(each, within)),
    cost: { requests: ramp.sent, seconds: ramp.seconds, steps: ramp.steps.length },
    unmeasured: plan.unmeasured,
    verdict: verdictOf(told),
    reason: reasonOf(told).join(' '),
  };
}

function toldOf(found: LiveFound, plan: TuneLivePlan): LiveTold {
  const { guess, nearest } = found;
  const status = statusOf(found, plan);
  const about = guess ?? nearest;
  return {
    found,
    plan,
    status,
    about,
    perClient: perClientOf(about?.concurrency ?? 0, plan),
    balance: balanceOf(found, plan),
    binding: status === 'found' || about === undefined ? null : bindingOf(about),
  };
}

/** The limit of one client where all together have `atOnce`. */
function perClientOf(atOnce: number, { clients, strategy }: TuneLivePlan): number {
  return strategy.limit?.per === 'fleet' ? atOnce : Math.floor(atOnce / clients);
}

function statusOf({ guess, confirmed, tried, ramp }: LiveFound, plan: TuneLivePlan): TuneStatus {
  if (isEmpty(tried)) return 'nothing';
  if (guess === undefined) return tried[0]?.concurrency === 1 && ramp.ended === 'done' ? 'none' : 'undecided';
  if (!confirmed) return 'undecided';
  return perClientOf(guess.concurrency, plan) === 0 ? 'none' : 'found';
}

/** Nothing was answered at all: no number can be made of that. */
function isEmpty(tried: readonly LiveTried[]): boolean {
  return tried.every(({ errorRate }) => errorRate === null || errorRate === 1);
}

function measuredValue(tried: LiveTried, within: readonly LiveTried[]): LiveValue {
  const { concurrency, steps, requests, goodputPerSecond, refused, standing } = tried;
  return {
    value: concurrency,
    text: String(concurrency),
    variant: null,
    replications: steps,
    requests,
    goodputPerSecond,
    firstAttemptRefusedRate: refused,
    standing: tried.struck === undefined ? standing : 'missed',
    within: within.includes(tried),
  };
}

function balanceOf({ tried }: LiveFound, { options: { balance } }: TuneLivePlan): Balance {
  const under = tried.filter(({ refused }) => refused !== null && refused < balance);
  const point = under.at(-1)?.concurrency ?? null;
  if (tried.length === 0) return { balancePoint: null, balanceReason: 'none: no step ran its time' };
  if (point === null) return { balancePoint: null, balanceReason: `none: even ${tried[0]?.concurrency} at once are refused that often` };
  const isOpen = !tried.some(({ refused }) => refused !== null && refused >= balance);
  return { balancePoint: point, balanceReason: isOpen ? 'nothing was refused more often, so it may lie higher' : null };
}
