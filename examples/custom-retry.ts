// A retry rule of your own: it waits less where the provider is quick to recover. Any name works; the module's only
// export (or its default one) is the plug-in.
import type { Backoff, Plugin } from 'at-capacity';
import { z } from 'zod';

interface Options {
  readonly first: number;
  readonly later: number;
}

export const impatient: Plugin<Options, Backoff> = {
  name: 'impatient',
  summary: 'one quick second try, then steady waits',
  // What stands under `options:` in the scenario; a plain number of milliseconds here.
  options: z.strictObject({
    first: z
      .number()
      .min(0)
      .default(200)
      .describe('Wait before the second try, ms')
      .meta({ examples: [200] }),
    later: z
      .number()
      .min(0)
      .default(2000)
      .describe('Mean wait before every later one, ms')
      .meta({ examples: [2000] }),
  }),
  examples: [
    [{ first: 200 }, { first: 400 }],
    [{ later: 2000 }, { later: 4000 }],
  ],
  create: ({ first, later }) => ({
    // `uniform` is a number between 0 and 1 that the simulation draws: never call Math.random.
    delayMs: (past, uniform) => (past.attempt === 1 ? first : later * (0.5 + uniform)),
  }),
};
