import { beforeAll, describe, expect, test } from 'vitest';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { generatedPart } from '../../docs/page.ts';
import { clientModule } from '../../server/clients.ts';
import { clients } from './clients.ts';
import { type Compared, type Course, compare, courseOf, kindOf, median } from './compare.ts';
import { type Pair, pairsOf } from './script.ts';
import { truthTable } from './table.ts';
import { inRealTime, inVirtualTime } from './worlds.ts';

const toleratedMs = 20;
/** A call that is apart in three rounds has three more: a machine that does other things is late now and then. */
const mostSets = 2;

const pairs = pairsOf(clients);
const courses = new Map<string, Course>();
const throughNodesFetch = new Map<string, Course>();
/** The latest three rounds of each. */
const compared = new Map<string, Compared[]>();
let unhandled: readonly string[];

beforeAll(async () => {
  await clientModule('openai', 'index.mjs', packagePath('examples', 'clients'));
  const [virtual, fidelity] = await Promise.all([inVirtualTime(pairs), inVirtualTime(pairs, true)]);
  for (const { model } of pairs) {
    courses.set(model, courseOf(virtual, model));
    throughNodesFetch.set(model, courseOf(fidelity, model));
  }
  const length = ({ model }: Pair): number => courses.get(model)?.overMs ?? 0;
  const longestFirst = [...pairs].sort((a, b) => length(b) - length(a));
  await using real = await inRealTime(pairs);
  const set = async (some: readonly Pair[]): Promise<void> => {
    for (const { model } of some) compared.set(model, []);
    for (let round = 0; round < 3; round++) {
      const seen = await real.call(some);
      unhandled = [...virtual.unhandled, ...seen.unhandled];
      for (const { model } of some) compared.get(model)?.push(compare(courseOf(virtual, model), courseOf(seen, model), seen));
    }
  };
  // Code that runs for the first time is slow.
  await real.call(pairs.filter(({ cell: { name } }) => name === '429 with a hint' || name === 'cut'));
  for (let sets = 0; sets < mostSets; sets++) {
    const apart = longestFirst.filter(({ model }) => median(compared.get(model)?.map(({ apartMs }) => apartMs) ?? []) > toleratedMs);
    if (apart.length > 0) await set(apart);
  }
}, 400_000);

describe.each(clients)('$name: attempts and their times in virtual time are those over real HTTP', ({ name }) => {
  test.each(pairs.filter(({ client }) => client.name === name))('$cell.name', ({ model }) => {
    const virtual = courses.get(model);
    const rounds = compared.get(model) ?? [];
    if (virtual === undefined) throw new Error(`${model} was not called`);
    expect(virtual.attempts.length).toBeGreaterThan(0);
    const apart = median(rounds.map(({ apartInTimeMs }) => apartInTimeMs));
    const middle = rounds.find(({ apartInTimeMs }) => apartInTimeMs === apart)?.real;
    expect(middle && kindOf(middle)).toEqual(kindOf(virtual));
    expect(apart, JSON.stringify({ virtual, rounds })).toBeLessThanOrEqual(toleratedMs);
  });
});

test.each(clients)('$name: with --fidelity all of it is the same to the microsecond', ({ name }) => {
  const own = pairs.filter(({ client }) => client.name === name).map(({ model }) => model);
  expect(own.map((model) => throughNodesFetch.get(model))).toEqual(own.map((model) => courses.get(model)));
});

test('nothing that these clients throw is left to the process', () => {
  expect(unhandled).toEqual([]);
});

test('docs/own-client.md has when each attempt began; UPDATE_GOLDEN=1 writes it', () => {
  const expected = truthTable(clients, courses);
  expect(generatedPart('docs/own-client.md', 'truth', expected)).toBe(expected);
});
