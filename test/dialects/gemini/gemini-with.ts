import type { Dialect } from '../../../sim/dialects/dialect.ts';
import { gemini } from '../../../sim/dialects/gemini/gemini.ts';

/** The dialect with these options as a scenario writes them. */
export function geminiWith(options: object): Dialect {
  return gemini.create(gemini.options.parse(options), undefined);
}
