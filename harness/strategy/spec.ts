import type { AttemptClass } from '../../reports/result/outcome.ts';
import type { DistributionSpec } from '../../sim/provider/spec.ts';
import type { DeferSpec } from './defer/create.ts';

/** A user's module instead of a named plug-in; `module` is a file URL once the scenario is loaded. */
export interface CustomSpec {
  readonly module: string;
  readonly options?: unknown;
}

/** What a wait that the provider asks for does to the wait before a retry. */
export interface HintSpec {
  readonly use: 'ignore' | 'floor' | 'exact' | 'add';
  /** Positive only: the hint is multiplied by 1 + U(0, jitter), or U(0, additive) ms are added to it. */
  readonly jitter: number | { readonly additive: number };
  /** Longest hint that is followed, ms; one of exactly this length is. */
  readonly max: number;
  readonly over: 'give-up' | 'use-backoff' | 'clamp';
  /** floor: a hint counts at most so much above the backoff, ms. */
  readonly above?: number | undefined;
  /** What a hint of 0, or of a time gone by, says; default now. */
  readonly zero?: 'now' | 'use-backoff' | undefined;
  /** Failures of these classes are not retried without a hint. */
  readonly required?: readonly AttemptClass[] | undefined;
}

/** HTTP statuses of answers: one, or all of a hundred. */
export type StatusSpec = number | '4xx' | '5xx';

/** Whether and when a failed attempt is made again. */
export interface RetrySpec {
  /** Exactly one tag of `harness/strategy/retry/registry.ts` with its decoded options, or `custom: CustomSpec`. */
  readonly backoff: { readonly [tag: string]: unknown };
  /** Sends per target, the first included. */
  readonly attempts: number;
  /** Sends over all targets. */
  readonly totalAttempts?: number | undefined;
  /** Most that all waits between attempts may take together, ms. */
  readonly totalWait?: number | undefined;
  readonly when: readonly AttemptClass[];
  /** Answers with an HTTP error status are retried when it is among these, whatever `when` says of their class. */
  readonly statuses?: readonly StatusSpec[] | undefined;
  /** Another wait after failures of a class: tags like `backoff`. */
  readonly perClass?: { readonly [failure: string]: { readonly [tag: string]: unknown } | undefined } | undefined;
  /** Whether `x-should-retry` decides before anything else; default follow. */
  readonly shouldRetry?: 'follow' | 'ignore' | undefined;
  readonly hint: HintSpec;
}

/** Where attempts go. */
export interface RouteSpec {
  /** Empty for a client underneath another one that has no route of its own: it sends where that one does. */
  readonly ordered: readonly string[];
  /** Exactly one tag of `harness/strategy/route/registry.ts` with its decoded options, `order` and `floor` left out; default `ordered`. */
  readonly rule?: { readonly [tag: string]: { readonly [option: string]: unknown } } | undefined;
  /** A user's way through `ordered`, instead of `order` and `floor`. */
  readonly custom?: CustomSpec | undefined;
  /** Tried once when all of `ordered` failed. */
  readonly floor?: string | undefined;
  readonly order: 'retry-first' | 'route-first';
  readonly on: readonly AttemptClass[];
  readonly afterFirstToken: 'fail' | 'restart';
}

/** How many attempts may be in flight, and where requests wait for a permit. */
export interface LimitSpec {
  /** Exactly one tag of `harness/strategy/limit/registry.ts` with its decoded options, or `custom: CustomSpec`. */
  readonly rule: { readonly [tag: string]: unknown };
  readonly per: 'target' | 'client' | 'fleet';
  readonly hold: 'attempt' | 'request';
  readonly queue: {
    readonly length: number | 'unlimited';
    readonly maxWait: number | 'unlimited';
    /** A name of `harness/strategy/queue/registry.ts`, one with its decoded options behind it, or `custom: CustomSpec`. */
    readonly order: string | { readonly [tag: string]: unknown };
  };
}

/** What keeps attempts from targets that fail, for each client and target. */
export interface BreakerSpec {
  /** Exactly one tag of `harness/strategy/breaker/registry.ts` with its decoded options, or `custom: CustomSpec`. */
  readonly rule: { readonly [tag: string]: unknown };
  /** As in BreakerScope, ms. */
  readonly open: number;
  readonly probes: number;
  readonly factor: number;
  readonly cap: number;
  /** What becomes of a request while nothing may be sent for it. */
  readonly whenOpen: 'fail' | 'wait';
}

/** How much a client may add to its own load. */
export interface BudgetSpec {
  /** Exactly one tag of `harness/strategy/budget/registry.ts` with its decoded options, or `custom: CustomSpec`. */
  readonly rule: { readonly [tag: string]: unknown };
  readonly per: 'client' | 'fleet';
}

/** How attempts are spaced out. */
export interface PaceSpec {
  /** Exactly one tag of `harness/strategy/pace/registry.ts` with its decoded options, or `custom: CustomSpec`. */
  readonly rule: { readonly [tag: string]: unknown };
  readonly per: 'client' | 'fleet';
}

/** When an attempt is sent once more. */
export interface HedgeSpec {
  /** Exactly one tag of `harness/strategy/hedge/registry.ts` with its decoded options, or `custom: CustomSpec`. */
  readonly rule: { readonly [tag: string]: unknown };
  /** Most copies of one attempt, and copies for each attempt on the whole. */
  readonly copies: number;
  readonly budget: number | 'unlimited';
}

/** A line of requests that are tried again, of one client. */
export interface ParkSpec {
  readonly length: number | 'unlimited';
  /** Longest stay of one request, and from one try of the first in line to the next; ms. */
  readonly maxWait: number | 'unlimited';
  readonly every: number;
}

/** The user's own code instead of a strategy of ours. */
export interface CodeSpec {
  /** File URL once the scenario is loaded. */
  readonly module: string;
  /** What its package speaks: which base URL it is given; default the dialect of the workload's model. */
  readonly dialect?: string | undefined;
}

/** A batch in chunks, with what is done kept. */
export interface CheckpointSpec {
  /** Jobs of a chunk. */
  readonly every: number;
  /** How long nothing new begins after a job met no capacity, ms. */
  readonly pause: number;
}

/** Requests as jobs in a queue, whose callers poll for the results. Durations in ms. */
export interface SubmitPollSpec {
  /** What a submission costs. */
  readonly submit: DistributionSpec;
  /** Jobs that may wait, jobs worked on at once, and how often one is taken up. */
  readonly queue: number | 'unlimited';
  readonly workers: number;
  readonly attempts: number | 'unlimited';
  /** After a failure one more is worked on for each of these. */
  readonly pause: number;
  readonly poll: number;
  readonly per: 'client' | 'fleet';
}

/** One strategy of a resolved scenario: durations in milliseconds. */
export interface StrategySpec {
  readonly name: string;
  /** A name of `harness/strategy/classify/registry.ts`, or a custom module. */
  readonly classify: string | { readonly custom: CustomSpec };
  readonly retry: RetrySpec;
  readonly route: RouteSpec;
  readonly limit?: LimitSpec | undefined;
  readonly pace?: PaceSpec | undefined;
  readonly hedge?: HedgeSpec | undefined;
  readonly budget?: BudgetSpec | undefined;
  readonly breaker?: BreakerSpec | undefined;
  readonly timeout: {
    readonly headers?: number | undefined;
    readonly attempt?: number | undefined;
    readonly firstToken?: number | undefined;
    readonly idle?: number | undefined;
  };
  /** Where requests wait when retries and route are used up; undefined: they fail. */
  readonly park?: ParkSpec | undefined;
  /** A name of `harness/strategy/adapt/registry.ts`, or a custom module; undefined: answers are read as they come. */
  readonly adapt?: string | { readonly custom: CustomSpec } | undefined;
  /** How a batch is worked through; undefined: all at once, and a crash loses all that was done. */
  readonly checkpoint?: CheckpointSpec | undefined;
  /** Until when requests that are not urgent are held; undefined: they are not. */
  readonly defer?: DeferSpec | undefined;
  /** Undefined: callers wait for their answers. */
  readonly 'submit-poll'?: SubmitPollSpec | undefined;
  /** The client this strategy is stacked upon; it makes the attempts. */
  readonly over?: StrategySpec | undefined;
  /** The code that makes the attempts; nothing else of the strategy then says anything. */
  readonly code?: CodeSpec | undefined;
}
