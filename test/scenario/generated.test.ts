import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { check } from '../../harness/scenario/faults.ts';
import { formatPath, type Path, valueAt, withValueAt } from '../../harness/scenario/paths.ts';
import { definitionOf, kindOf, kindsOf, unwrap } from '../../harness/scenario/schema-walk.ts';
import type { Problem } from '../../sim/kernel/problem.ts';
import { duration, rate } from '../../sim/kernel/units.ts';
import { emit } from './emit.ts';
import { type KeyCase, keyCases } from './key-cases.ts';
import { problemsOf } from './problems.ts';

const folder = fileURLToPath(new URL('fixtures', import.meta.url));
const { cases, unplaced } = keyCases();

/** Problems of the scenario itself: a case may read a trace in a format that it does not have. */
async function problems(text: string): Promise<readonly Problem[]> {
  return (await problemsOf({ text, folder })).filter(({ file }) => file === 'scenario');
}

function shortOf(found: readonly Problem[]): string[] {
  return found.map(({ line, column, key, message }) => `${line}:${column} ${key}: ${message}`);
}

/** The value with the last key of the path written as another one. */
function renamed(value: unknown, path: Path, name: string): unknown {
  const parent = path.slice(0, -1);
  const entries = Object.entries(valueAt(value, parent) as object);
  return withValueAt(value, parent, Object.fromEntries(entries.map(([key, inner]) => [key === path.at(-1) ? name : key, inner])));
}

/** Values of kinds that the schema does not take. */
function wrongKinds({ schema }: KeyCase): unknown[] {
  const kinds = kindsOf(schema);
  return [true, [], 'a text', { zzz: 1 }, 7].filter((value) => !kinds.has(kindOf(value)));
}

/** Values of the right kind that the schema refuses at their own place. */
function outOfRange({ schema }: KeyCase): unknown[] {
  const kinds = kindsOf(schema);
  const candidates = [-1, 0, 1.5, 1e9, '-5s', '0s', '0/s', '25:00', 'none of the names', '', []];
  return candidates.filter((value) => {
    const result = kinds.has(kindOf(value)) ? check(schema, value) : { data: 0 };
    return 'faults' in result && result.faults.every((fault) => fault.path.length === 0);
  });
}

function hasUnit({ schema }: KeyCase): boolean {
  return [unwrap(duration), unwrap(rate)].includes(unwrap(schema) as never);
}

/** Keys that hold the name of something. */
const references = /(\.pool|^workload\.model|^baseline|^(sweep|tune)\.strategy|\.route\.floor|^strategies\.\d\.over)$/;

describe('every key of the schema', () => {
  test('has a good file to be broken', () => {
    expect(unplaced).toEqual([]);
    expect(cases.length).toBeGreaterThan(300);
  });

  test('is good before it is broken', async () => {
    for (const { path, value } of cases) expect(shortOf(await problems(emit(value).text)), formatPath(path)).toEqual([]);
  });

  test('misspelt is one unknown key, at the key', async () => {
    // Beside `strategy` these take any key: they are paths into that strategy.
    const open: readonly unknown[] = ['sweep', 'tune'];
    for (const { path, value } of cases.filter((one) => !open.includes(one.path[0]) || one.path.length === 1)) {
      const name = `${String(path.at(-1))}x`;
      const wrong = [...path.slice(0, -1), name];
      const { text, place } = emit(renamed(value, path, name));
      const found = (await problems(text)).filter(({ key }) => key === formatPath(wrong));
      expect(shortOf(found), formatPath(path)).toEqual([
        expect.stringMatching(new RegExp(`^${place(wrong, 'key')} .*: unknown key ${name}`)),
      ]);
    }
  });

  test('of a wrong kind is one fault, at the value', async () => {
    for (const one of cases) {
      for (const wrong of wrongKinds(one)) {
        const { text, place } = emit(withValueAt(one.value, one.path, wrong));
        const found = (await problems(text)).filter(({ key }) => key === formatPath(one.path));
        const label = `${formatPath(one.path)}: ${JSON.stringify(wrong)}`;
        expect(shortOf(found), label).toEqual([expect.stringMatching(new RegExp(`^${place(one.path, 'value')} .*expected .*found `))]);
      }
    }
  });

  test('out of range is a fault at the value', async () => {
    let tried = 0;
    for (const one of cases) {
      for (const wrong of outOfRange(one)) {
        const { text, place } = emit(withValueAt(one.value, one.path, wrong));
        const found = (await problems(text)).filter(({ key }) => key === formatPath(one.path));
        const label = `${formatPath(one.path)}: ${JSON.stringify(wrong)}`;
        expect(shortOf(found), label).toEqual([expect.stringMatching(new RegExp(`^${place(one.path, 'value')} .*expected `))]);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(300);
  });

  test('without its unit says which units there are', async () => {
    const withUnits = cases.filter(hasUnit);
    expect(withUnits.length).toBeGreaterThan(50);
    for (const { path, value } of withUnits) {
      for (const wrong of [5, '5']) {
        const { text, place } = emit(withValueAt(value, path, wrong));
        const found = (await problems(text)).filter(({ key }) => key === formatPath(path));
        expect(shortOf(found), formatPath(path)).toEqual([
          expect.stringMatching(new RegExp(`^${place(path, 'value')} .*\\(the unit is missing: `)),
        ]);
      }
    }
  });

  test('that names something names what is there', async () => {
    const naming = cases.filter(({ path }) => references.test(formatPath(path)));
    expect(naming.map(({ path }) => formatPath(path))).toEqual([
      expect.stringMatching(/pool$/),
      'workload.model',
      'baseline',
      expect.stringMatching(/floor$/),
      expect.stringMatching(/over$/),
      'sweep.strategy',
      'tune.strategy',
    ]);
    for (const { path, value } of naming) {
      const { text, place } = emit(withValueAt(value, path, 'nobody'));
      const found = (await problems(text)).filter(({ key }) => key === formatPath(path));
      expect(shortOf(found)).toEqual([expect.stringMatching(new RegExp(`^${place(path, 'value')} .*: no .* is called nobody`))]);
    }
  });

  test('written twice is one duplicate, at the second', async () => {
    for (const { path, value } of cases) {
      const { text, place } = emit(value, path);
      const found = shortOf(await problems(text));
      expect(found, formatPath(path)).toEqual([
        expect.stringMatching(new RegExp(`^${place(path, 'key')} .*: duplicate key ${String(path.at(-1))}`)),
      ]);
    }
  });

  test('every problem of all these names file, line, column and key', async () => {
    for (const one of cases) {
      for (const wrong of [null, ...wrongKinds(one).slice(0, 1)]) {
        for (const problem of await problems(emit(withValueAt(one.value, one.path, wrong)).text)) {
          expect(problem).toMatchObject({
            file: 'scenario',
            line: expect.any(Number),
            column: expect.any(Number),
            key: expect.any(String),
          });
        }
      }
    }
  });
});

test('the kinds of schemas are known', () => {
  const types = new Set(cases.map(({ schema }) => definitionOf(unwrap(schema)).type));
  expect([...types].filter((type) => ['any', 'transform'].includes(type))).toEqual([]);
});
