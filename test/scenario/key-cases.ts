import type { z } from 'zod';
import { check } from '../../harness/scenario/faults.ts';
import { isStructure, type Path, valueAt, withValueAt } from '../../harness/scenario/paths.ts';
import { scenarioSchema } from '../../harness/scenario/schema.ts';
import { alternatives, definitionOf, kindOf, kindsOf, metaOf } from '../../harness/scenario/schema-walk.ts';

/** A good scenario in which a key stands. */
export interface KeyCase {
  readonly path: Path;
  readonly schema: z.ZodType;
  readonly value: unknown;
}

/** Has all the names that the schema's examples speak of. */
const base = {
  provider: {
    pools: { big: { slots: 40 }, small: { slots: 60 } },
    models: {
      flagship: { pool: 'big', tokensPerSecond: 45 },
      light: { pool: 'small' },
      floor: { slots: 400 },
      big: { pool: 'big' },
      flaky: { pool: 'small' },
    },
  },
  workload: { arrivals: { poisson: { rate: '7/s' } } },
  strategies: [{ name: 'naive' }, { name: 'limited', limit: 5 }, { name: 'backoff', retry: { exponential: { base: '1s' } } }],
};

function isGood(value: unknown): boolean {
  return 'data' in check(scenarioSchema, value);
}

const traceFile = ['workload', 'arrivals', 'trace', 'file'];

/** The same with a short trace: some cases read it in a format that it does not have, and every bad row costs time. */
function short(value: unknown): unknown {
  return valueAt(value, traceFile) === undefined ? value : withValueAt(value, traceFile, 'azure-code-2000.csv');
}

/** Every key of every map of the schema, each in a good scenario; `unplaced` are those for which none was found. */
export function keyCases(): { readonly cases: readonly KeyCase[]; readonly unplaced: readonly string[] } {
  const cases: KeyCase[] = [];
  const unplaced: string[] = [];
  const seen = new Set<unknown>();

  function visit(schema: z.ZodType, path: Path, value: unknown): void {
    for (const alternative of alternatives(schema)) {
      const { shape, valueType, element, items } = definitionOf(alternative);
      const here = showing(alternative, path, value);
      if (here === undefined) {
        if (shape !== undefined && !seen.has(shape)) unplaced.push(path.join('.'));
        continue;
      }
      const found = valueAt(here, path);
      if (valueType !== undefined) visit(valueType, [...path, Object.keys(found as object)[0] ?? ''], here);
      for (const inner of [element, items?.[0]]) if (inner !== undefined) visit(inner, [...path, 0], here);
      if (shape === undefined || seen.has(shape)) continue;
      seen.add(shape);
      for (const [key, inner] of Object.entries(shape)) {
        const placed = place(alternative, inner, [...path, key], here);
        if (placed === undefined) unplaced.push([...path, key].join('.'));
        else {
          cases.push({ path: [...path, key], schema: inner, value: short(placed) });
          visit(inner, [...path, key], placed);
        }
      }
    }
  }

  visit(scenarioSchema, [], base);
  return { cases, unplaced };
}

/** The scenario with a value of this alternative at the path. */
function showing(alternative: z.ZodType, path: Path, value: unknown): unknown {
  const found = valueAt(value, path);
  const full = !isStructure(found) || Object.keys(found).length > 0;
  if (found !== undefined && full && kindsOf(alternative).has(kindOf(found)) && 'data' in check(alternative, found)) return value;
  return (metaOf(alternative).examples ?? []).map((example) => withValueAt(value, path, example)).find(isGood);
}

/** The scenario with the key at the path: as it stands there, or with what the examples of the map and its keys offer around it. */
function place(map: z.ZodType, inner: z.ZodType, path: Path, value: unknown): unknown {
  const key = String(path.at(-1));
  const parent = path.slice(0, -1);
  const found = valueAt(value, parent) as Record<string, unknown>;
  if (Object.hasOwn(found, key)) return value;
  const wholes = [found, ...(metaOf(map).examples ?? []).filter(isStructure), {}];
  const fewer = wholes.flatMap((each) =>
    Object.keys(each).map((gone) => Object.fromEntries(Object.entries(each).filter(([other]) => other !== gone))),
  );
  const shape = Object.entries(definitionOf(map).shape ?? {});
  const pairs = shape.flatMap(([other, schema]) => (metaOf(schema).examples ?? []).map((example) => ({ [other]: example })));
  for (const around of [...wholes, ...fewer, ...pairs]) {
    const own = Object.hasOwn(around, key) ? [(around as Record<string, unknown>)[key]] : [];
    for (const example of [...own, ...(metaOf(inner).examples ?? [])]) {
      const candidate = withValueAt(value, parent, { ...around, [key]: example });
      if (isGood(candidate)) return candidate;
    }
  }
  return undefined;
}
