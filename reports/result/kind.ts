/** What a strategy does about a full model, the strongest thing first; a part of its own of the user's says nothing. */
export const kinds = ['own code', 'switches models', 'limits or paces itself', 'tries again', 'asks once'] as const;
export type Kind = (typeof kinds)[number];

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** The kind of a strategy, from its settings as resolved. */
export function kindOf(config: unknown): Kind {
  const { code, route, limit, pace, retry } = record(config);
  if (code !== undefined) return 'own code';
  const targets = Object.entries(record(route)).flatMap(([key, value]) => (key !== 'on' && Array.isArray(value) ? [value] : []));
  if (targets.some((list) => list.length > 1) || record(route).floor !== undefined) return 'switches models';
  if ((limit ?? null) !== null || (pace ?? null) !== null) return 'limits or paces itself';
  const again = record(retry);
  return again.none === undefined && Object.keys(again).length > 0 ? 'tries again' : 'asks once';
}
