import { readFileSync } from 'node:fs';

/** Exact figures of queues (service rate 1, `a` and `lam` arrivals per mean service time) and of retries. */
export interface Vectors {
  readonly erlang: { readonly rows: readonly { c: number; a: number; B: number; C: number; Wq: number }[] };
  readonly erlang_b_overload: readonly { c: number; a: number; B: number }[];
  readonly mm1_md1: readonly { rho: number; Wq_mm1: number; Wq_md1: number; p99_sojourn_mm1: number }[];
  readonly mmcK: readonly {
    lam: number;
    c: number;
    K: number;
    p0: number;
    P_block: number;
    L: number;
    Lq: number;
    W: number;
    Wq: number;
  }[];
  /** Load `x` times the capacity, `A` attempts at most, a share `p` of them refused. */
  readonly retry_storm_lossy: {
    readonly tol_rel_sim: number;
    readonly rows: readonly { x: number; A: number; p: number; sent_over_C: number; success: number }[];
  };
  /** Each attempt fails with probability `p`; `load` is attempts per request. */
  readonly retry_fixed_p: { readonly rows: readonly { p: number; A: number; success: number; load: number }[] };
}

/** Where they come from stands in the file. */
export const vectors = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as Vectors;
