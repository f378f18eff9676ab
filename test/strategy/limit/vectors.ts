import { readFileSync } from 'node:fs';

/** Figures of the sources of adaptive limits; the file says which and how they were got. */
interface Vectors {
  readonly aimd: readonly {
    readonly options: object;
    readonly rttMs: number;
    readonly inFlight: number;
    readonly drop: boolean;
    readonly limit: number;
  }[];
  /** Samples: duration in ms, attempts in flight. */
  readonly vegas: readonly {
    readonly options: object;
    readonly samples: readonly (readonly [number, number])[];
    readonly limits: readonly number[];
  }[];
  readonly log10Root: readonly (readonly [number, number])[];
  readonly expAvg: {
    readonly window: number;
    readonly warmUp: number;
    readonly adds: readonly number[];
    readonly means: readonly number[];
    readonly thenAdd: number;
    readonly thenMean: number;
    readonly tolerance: number;
  };
  readonly gradient2: readonly {
    readonly initial: number;
    readonly rttsMs: readonly number[];
    readonly inFlight: number;
    readonly levels: readonly number[];
  }[];
  readonly envoyGradient: {
    readonly minRttMs: number;
    readonly runs: readonly {
      readonly from: number;
      readonly buffer: number;
      readonly samplesMs: readonly number[];
      readonly limits: readonly number[];
    }[];
  };
}

export const vectors = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as Vectors;
