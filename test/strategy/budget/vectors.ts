import { readFileSync } from 'node:fs';

/** Figures of the sources of budgets; the file says which. */
export interface Vectors {
  readonly grpc: {
    readonly options: { readonly tokens: number; readonly ratio: number };
    readonly attempts: number;
    /** Calls, counted from 0, that the server answers. */
    readonly answered: readonly number[];
    /** How each request ends, at which call, and the tokens that are left. */
    readonly requests: readonly { readonly code: string; readonly last: number; readonly tokens: number }[];
  };
  readonly awsLegacy: {
    readonly cases: readonly {
      readonly name: string;
      readonly tokens: number;
      readonly attempts: number;
      readonly capS: number;
      readonly statuses: readonly number[];
      /** After each answer, and the retry that it allows. */
      readonly capacity: readonly number[];
      readonly delaysS: readonly number[];
    }[];
  };
  readonly awsNew: {
    readonly cost: number;
    readonly costThrottled: number;
    readonly delaysS: readonly number[];
    readonly throttledBaseS: number;
    readonly dynamodb: { readonly attempts: number; readonly capacity: readonly number[]; readonly delaysS: readonly number[] };
    readonly hints: readonly { readonly header: string; readonly waitS: number }[];
  };
  readonly finagle: {
    readonly requests: number;
    readonly tolerance: number;
    readonly cases: readonly { readonly ttlS: number; readonly min: number; readonly share: number; readonly retries: number }[];
  };
  readonly sre: {
    readonly rows: readonly { readonly k: number; readonly requests: number; readonly accepts: number; readonly refused: number }[];
  };
  readonly brooker: {
    readonly attempts: number;
    readonly experiments: readonly {
      readonly name: string;
      readonly clients: number;
      readonly perSecond: number;
      /** As it is written; null: none. */
      readonly budget: object | null;
      readonly rows: readonly {
        readonly failing: number;
        readonly success: number;
        readonly successSd: number;
        readonly load: number;
        readonly loadSd: number;
      }[];
    }[];
  };
}

export const vectors = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as Vectors;
