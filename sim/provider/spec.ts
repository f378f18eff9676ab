/** The provider part of a resolved scenario: plain JSON, durations in milliseconds, rates per second. */

/** A curve as written: a number or one tagged curve (`sim/curves/registry.ts`). */
export type CurveSpec = number | { readonly [tag: string]: unknown };

export type DistributionSpec =
  | number // constant, ms
  | { readonly exponential: number }
  | { readonly p50: number; readonly p99: number } // log-normal
  | { readonly hyperexponential: { readonly means: readonly number[]; readonly shares: readonly number[] } };

export interface TenantsSpec {
  /** Offered load as a share of the pool's nominal slots. */
  readonly load: CurveSpec;
  readonly hold: number;
  readonly law:
    | 'exponential'
    | 'lognormal'
    | 'constant'
    | { readonly hyperexponential: { readonly means: readonly number[]; readonly shares: readonly number[] } };
  readonly retry: 'none' | { readonly attempts: number; readonly base: number };
  readonly batch: number;
  readonly noise?: { readonly sd: number; readonly correlation: number } | undefined;
}

export interface PoolSpec {
  readonly slots: CurveSpec;
  readonly queue: { readonly length: number | 'unlimited'; readonly maxWait?: number | undefined };
  readonly otherTenants?: TenantsSpec | undefined;
  readonly slowdown?: { readonly full: number; readonly power: number } | undefined;
}

export interface QuotaSpec {
  readonly rpm?: number | undefined;
  readonly tpm?: number | undefined;
  readonly inputTpm?: number | undefined;
  readonly outputTpm?: number | undefined;
  readonly rpd?: number | undefined;
  readonly concurrent?: number | undefined;
  /** Requests (and, in proportion, tokens) the bucket holds when full; default a minute's worth. */
  readonly burst?: number | undefined;
  readonly window: 'token-bucket' | 'fixed' | 'sliding';
  readonly charge: 'max-tokens' | 'actual';
  readonly countRefused: { readonly quota: boolean; readonly capacity: boolean };
}

export interface ModelSpec {
  readonly pool: string;
  /** The whole service time; instead of `firstToken` and `tokensPerSecond`. */
  readonly service?: DistributionSpec | undefined;
  readonly firstToken: DistributionSpec;
  readonly perInputToken: number;
  readonly tokensPerSecond: number;
  readonly quota?: QuotaSpec | undefined;
  /** Largest input + maximum output; undefined: unlimited. */
  readonly context?: number | undefined;
  readonly capacityAs: {
    readonly status: number;
    readonly stream: number;
    readonly streamAfter?: { readonly share: number; readonly tokens: number } | undefined;
  };
  readonly refuseAfter: number;
  readonly retryAfter?: number | undefined;
  readonly onCancel: 'release' | 'finish';
  readonly usdPerMillion: { readonly input: number; readonly output: number };
  readonly quality: number;
}

/** `"14:10"` (minutes of the day in the zone), an offset from the start, or an instant. */
export type TimePointSpec = { readonly minuteOfDay: number } | { readonly offset: number } | { readonly instant: string };

export type RefusalName =
  | 'capacity'
  | 'rate_limited'
  | 'quota'
  | 'auth'
  | 'not_found'
  | 'client_error'
  | 'server_error'
  | 'connection'
  | 'reset'
  | 'hang'
  | 'stream-overload';

export type ScriptReply =
  | 'ok'
  | { readonly refuse: RefusalName; readonly retryAfter?: number | undefined }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> | undefined; readonly body?: unknown }
  | { readonly cut: number }
  | { readonly stall: number; readonly after?: number | undefined }
  | { readonly malformed: number }
  | { readonly reset: number }
  | { readonly empty: true }
  | { readonly slow: number };

export interface FaultWindow {
  readonly models?: readonly string[] | undefined;
  readonly from?: TimePointSpec | undefined;
  readonly for?: number | undefined;
  readonly daily?: boolean | undefined;
}

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

export interface ProviderSpec {
  readonly dialect: string;
  /** Round trip, ms. */
  readonly network: { readonly rtt: number };
  readonly account?: { readonly quota?: QuotaSpec | undefined } | undefined;
  readonly pools: Readonly<Record<string, PoolSpec>>;
  readonly models: Readonly<Record<string, ModelSpec>>;
  readonly faults: readonly FaultSpec[];
}
