/** What decides the order of a ladder. */
export interface LadderModel {
  readonly quality: number;
  readonly usdPerMillion: { readonly input: number; readonly output: number };
}

/**
 * `model`, then those of its provider that are no better: by quality, equal ones by the price of their output, then by
 * name, so that their order in the file does not matter. `models` holds them all by name.
 */
export function ladderOf(model: string, models: Readonly<Record<string, LadderModel>>): readonly string[] {
  const top = models[model];
  if (top === undefined) return [model];
  const below = Object.entries(models)
    .filter(([name, { quality }]) => name !== model && quality <= top.quality)
    .sort(([a, x], [b, y]) => y.quality - x.quality || y.usdPerMillion.output - x.usdPerMillion.output || (a < b ? -1 : 1));
  return [model, ...below.map(([name]) => name)];
}
