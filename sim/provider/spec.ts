import type { DialectSpec } from '../dialects/dialect-spec.ts';
import type { JsonShape } from './output.ts';

/** The provider part of a resolved scenario: plain JSON, durations in milliseconds, rates per second. */

/** A curve as written: a number or one tagged curve (`sim/curves/registry.ts`). */
export type CurveSpec = number | { readonly [tag: string]: unknown };

/** Durations: always the same, or drawn by a law; all in ms. */
export type DistributionSpec =
  | number // constant, ms
  | { readonly exponential: number }
  | { readonly p50: number; readonly p99: number } // log-normal
  | { readonly hyperexponential: { readonly means: readonly number[]; readonly shares: readonly number[] } };

/** Everybody else who uses a pool. */
export interface TenantsSpec {
  /** Offered load as a share of the pool's nominal slots. */
  readonly load: CurveSpec;
  /** Mean time that one of them holds a slot, ms. */
  readonly hold: number;
  readonly law:
    | 'exponential'
    | 'lognormal'
    | 'constant'
    | { readonly hyperexponential: { readonly means: readonly number[]; readonly shares: readonly number[] } };
  /** Tries in all, the first included; longest wait before the second one, ms. */
  readonly retry: 'none' | { readonly attempts: number; readonly base: number };
  /** How many come at once, from 1. */
  readonly batch: number;
  /** Standard deviation of the logarithm; length of a cell, ms. */
  readonly noise?: { readonly sd: number; readonly correlation: number } | undefined;
}

/** Slots that models and tenants share. */
export interface PoolSpec {
  /** Over time; rounded down. */
  readonly slots: CurveSpec;
  /** Places, and the longest wait in ms; without it there is no bound. */
  readonly queue: { readonly length: number | 'unlimited'; readonly maxWait?: number | undefined };
  readonly otherTenants?: TenantsSpec | undefined;
  /** Factor when every slot is taken, from 1; how late the slowing comes, from 0. */
  readonly slowdown?: { readonly full: number; readonly power: number } | undefined;
}

/** Limits of a model or an account; at least one of the first six. */
export interface QuotaSpec {
  /** Requests a minute. */
  readonly rpm?: number | undefined;
  /** Tokens a minute: input and output together, input, output. */
  readonly tpm?: number | undefined;
  readonly inputTpm?: number | undefined;
  readonly outputTpm?: number | undefined;
  /** Requests a day, which ends at 00:00 of the run's zone. */
  readonly rpd?: number | undefined;
  /** Attempts under way at once. */
  readonly concurrent?: number | undefined;
  /** Requests (and, in proportion, tokens) the bucket holds when full; default a minute's worth. */
  readonly burst?: number | undefined;
  readonly window: 'token-bucket' | 'fixed' | 'sliding';
  readonly charge: 'max-tokens' | 'actual';
  /** Whether an attempt that is refused by the quota, or later for want of capacity, counts as a request. */
  readonly countRefused: { readonly quota: boolean; readonly capacity: boolean };
}

/** A model: where it is served, how fast, what it refuses and what it costs. */
export interface ModelSpec {
  /** Name of its pool. */
  readonly pool: string;
  /** The whole service time; instead of `firstToken` and `tokensPerSecond`. */
  readonly service?: DistributionSpec | undefined;
  readonly firstToken: DistributionSpec;
  /** Added to the first token for every input token, ms. */
  readonly perInputToken: number;
  readonly tokensPerSecond: number;
  readonly quota?: QuotaSpec | undefined;
  /** Largest input + maximum output; undefined: unlimited. */
  readonly context?: number | undefined;
  /** Shares of the capacity refusals by their form; 1 together. */
  readonly capacityAs: {
    readonly status: number;
    readonly stream: number;
    readonly streamAfter?: { readonly share: number; readonly tokens: number } | undefined;
  };
  /** How long a refusal takes, ms. */
  readonly refuseAfter: number;
  /** Wait that capacity refusals ask for, ms. */
  readonly retryAfter?: number | undefined;
  readonly onCancel: 'release' | 'finish';
  /** Its answers are JSON, written like this; undefined: words. */
  readonly output?: { readonly json: JsonShape } | undefined;
  readonly usdPerMillion: { readonly input: number; readonly output: number };
  /** What an answer is worth, 0 … 1. */
  readonly quality: number;
}

/** `"14:10"` (minutes of the day in the zone), an offset from the start (ms), or an instant (a wall time of the zone). */
export type TimePointSpec = { readonly minuteOfDay: number } | { readonly offset: number } | { readonly instant: string };

/** What `as` and `refuse` take. */
export type RefusalName =
  | 'capacity'
  | 'rate_limited'
  | 'quota'
  | 'auth'
  | 'permission'
  | 'not_found'
  | 'client_error'
  | 'server_error'
  | 'connection'
  | 'reset'
  | 'hang'
  | 'stream-overload';

/** What happens to one attempt of a script; times in ms, `cut`, `malformed`, `reset` and `after` in output tokens. */
export type ScriptReply =
  | 'ok'
  | { readonly refuse: RefusalName; readonly retryAfter?: number | undefined; readonly inStream?: boolean | undefined }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> | undefined; readonly body?: unknown }
  | { readonly cut: number }
  | { readonly stall: number; readonly after?: number | undefined }
  | { readonly malformed: number }
  | { readonly reset: number }
  | { readonly empty: true }
  | { readonly slow: number };

/** Whom a fault touches, and when: all models, from the start, to the end where nothing is written. */
export interface FaultWindow {
  readonly models?: readonly string[] | undefined;
  readonly from?: TimePointSpec | undefined;
  /** Length, ms. */
  readonly for?: number | undefined;
  readonly daily?: boolean | undefined;
}

/** Exactly one tag of `sim/provider/faults/registry.ts` with its decoded options. */
export type FaultSpec =
  | {
      readonly outage: FaultWindow & {
        readonly pools?: readonly string[] | undefined;
        readonly tenants: boolean;
        readonly as: RefusalName;
      };
    }
  | { readonly errors: FaultWindow & { readonly share: number; readonly as: RefusalName } }
  | { readonly slow: FaultWindow & { readonly share: number; readonly factor: number } }
  | { readonly hang: FaultWindow & { readonly share: number } }
  | {
      readonly script: FaultWindow & {
        readonly per: 'request' | 'arrival';
        readonly replies: readonly ScriptReply[];
        readonly then: ScriptReply;
      };
    };

/** How the batches of a served provider are worked through. */
export interface BatchSpec {
  /** Share of a pool's slots that batches leave free. */
  readonly spare: number;
  /** After which what has not run expires, ms. */
  readonly window: number;
  /** Share of the price. */
  readonly price: number;
  /** Most that may be waiting or running in all batches: input tokens of a model, requests. */
  readonly queued: { readonly tokens?: number | undefined; readonly requests?: number | undefined };
}

/** A simulated provider. */
export interface ProviderSpec {
  /** A name of `sim/dialects/registry.ts`, or one with options. */
  readonly dialect: DialectSpec;
  /** Round trip, ms. */
  readonly network: { readonly rtt: number };
  readonly account?: { readonly quota?: QuotaSpec | undefined } | undefined;
  /** Undefined: as usual. */
  readonly batch?: BatchSpec | undefined;
  readonly pools: Readonly<Record<string, PoolSpec>>;
  readonly models: Readonly<Record<string, ModelSpec>>;
  readonly faults: readonly FaultSpec[];
}
