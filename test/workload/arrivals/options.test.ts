import { describe, expect, test } from 'vitest';
import { arrivals } from '../../../harness/workload/arrivals/registry.ts';
import { arrivalsOf } from './run-arrivals.ts';

/** What an arrival process does, as far as anybody can see. */
function seen(written: unknown): unknown {
  const source = arrivalsOf(written);
  if (source.kind !== 'open') return source;
  return Array.from({ length: 200 }, () => source.next());
}

const pairs = Object.values(arrivals).flatMap(({ name, examples }) => examples.map(([one, other]) => [name, one, other] as const));

describe('every option of every arrival process changes the arrivals', () => {
  test.each(pairs)('%s %j %j', (name, one, other) => {
    expect(seen({ [name]: one })).not.toEqual(seen({ [name]: other }));
  });

  test.each(Object.values(arrivals).map((plugin) => [plugin.name, plugin] as const))(
    '%s: each pair differs in one option, together in all',
    (_, plugin) => {
      const shape = (plugin.options as unknown as { readonly shape?: object }).shape;
      if (shape === undefined) return expect(plugin.examples.length).toBeGreaterThan(0);
      const varied = (plugin.examples as readonly (readonly [object, object])[]).map((pair) => {
        const [one, other] = pair.map((options) => new Map(Object.entries(options)));
        return Object.keys(shape).filter((key) => JSON.stringify(one?.get(key)) !== JSON.stringify(other?.get(key)));
      });
      expect(varied.every((keys) => keys.length === 1)).toBe(true);
      return expect(new Set(varied.flat())).toEqual(new Set(Object.keys(shape)));
    },
  );
});
