import type { z } from 'zod';

/** One thing that can be named in a scenario or on the command line. */
export interface Item {
  readonly name: string;
  readonly summary: string;
  readonly formula?: string | undefined;
  readonly options?: z.ZodType | undefined;
  /** Further lines of two columns under a heading. */
  readonly table?: { readonly heading: string; readonly rows: readonly (readonly [string, string])[] } | undefined;
  /** As written in a file, on one line. */
  readonly example?: string | undefined;
}
