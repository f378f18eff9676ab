import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandNames } from '../harness/cli/commands.ts';
import { packagePath } from '../sim/kernel/package-root.ts';
import { readTree } from './architecture/source-tree.ts';
import type { Check, Claim } from './claims/claim.ts';
import { scenarioFiles } from './claims/definition.ts';
import { boundsOf, broken, figuresText, gather, type Stored, shown } from './claims/judge.ts';
import { type Claims, claimsPage, figuresIn, foundNow, pagePath } from './claims/page.ts';
import { figuresOf } from './claims/runner.ts';
import { loadLine, simulateLine } from './claims/simulate-line.ts';
import { words } from './claims/words.ts';
import { claims as registry } from './claims.ts';
import { atCapacity, folderWith, readJson } from './cli/at-capacity.ts';

const claims: Claims = registry;
const all = Object.entries(claims);
const text = readFileSync(packagePath(...pagePath), 'utf8');
const found = figuresIn(text, claims);

describe.each(all.map(([file, claim]) => [claim.id, file, claim] as const))('%s %s', (_, file, claim) => {
  test('is as it says on the hours it speaks of, with seed 1', async () => {
    const stored = gather([await figuresOf(claim, 1, true, true)]);
    const said = (check: Check) => `${check.says}: ${shownFor(claim, stored, check)}, must be ${boundsOf(check)}`;
    expect(broken(claim, stored).map(said)).toEqual([]);
  });

  test('every command can be typed, and loads', async () => {
    for (const { command, brief = command } of Object.values(claim.runs)) {
      for (const line of [command, brief]) {
        const [name = ''] = words(line);
        expect(commandNames).toContain(name);
        if (name === 'run') await loadLine(line, 1);
      }
    }
  });

  test('has bounds and a reason for every figure, and a condition unless it holds', () => {
    expect(claim.checks.filter(({ atLeast, atMost, because }) => (atLeast ?? atMost) === undefined || because === '')).toEqual([]);
    expect(claim.condition !== undefined).toBe(claim.verdict !== 'holds');
    const sides = new Set(claim.checks.map(({ side }) => side));
    const both = claim.verdict === 'holds only when';
    expect([sides.has('when'), sides.has('unless')]).toEqual([both, both]);
  });

  test('the figures on the page are of this definition, and within these bounds', () => {
    const stored = found[file]?.stored ?? [];
    expect(stored).toHaveLength(claim.checks.length);
    expect(broken(claim, stored).map(({ says }) => says)).toEqual([]);
    expect(found[file]?.hash, 'npm run verify renews the page').toBe(foundNow(file, claim, stored).hash);
  });
});

function shownFor({ checks }: Claim, stored: Stored, check: Check): string {
  const figures = stored[checks.indexOf(check)];
  return figures === undefined ? 'n/a' : figuresText(check, figures);
}

test('the page is what these definitions and its figures make', () => expect(text).toBe(claimsPage(claims, found)));

test.each(['[[1,]]', '[1]', '[null]'])('figures that a hand has broken, %s, are none, and the others are kept', (broken) => {
  const [file = ''] = Object.keys(found);
  const edited = text.replace(new RegExp(`^(<!-- ${file} [0-9a-f]+ ).*( -->)$`, 'm'), `$1${broken}$2`);
  const { [file]: _, ...others } = found;
  expect(edited).not.toBe(text);
  expect(figuresIn(edited, claims)).toEqual(others);
});

test('claims are in files of their names, and every scenario beside them is used', () => {
  expect(all.filter(([file]) => !existsSync(packagePath('test', 'claims', `${file}.ts`)))).toEqual([]);
  expect(new Set(all.map(([, { id }]) => id)).size).toBe(all.length);
  const used = new Set(all.flatMap(([, claim]) => scenarioFiles(claim)));
  const there = [...readTree(packagePath(), ['examples/claims'], ['.yaml']).keys()];
  expect(there.filter((path) => !used.has(path))).toEqual([]);
});

test('a command that is typed gives the figures of the page', async () => {
  const cwd = folderWith();
  const line = 'run examples/claims/thousand-clients.yaml';
  const [name = '', file = ''] = words(line);
  const args = [name, packagePath(...file.split('/')), '--seed', '2', '--quiet', '--workers', '1', '--out', 'out'];
  expect((await atCapacity(args, { cwd })).code).toBe(0);
  expect(readJson(join(cwd, 'out', 'summary.json')).strategies).toEqual((await simulateLine(line, 2)).summary.strategies);
});

describe('a claim that does not hold is found', () => {
  const check = (bounds: Partial<Check>): Check => ({
    says: 'half',
    figure: { from: 'nowhere', of: async () => 0.5 },
    unit: 'share',
    of: 'every seed',
    because: 'it is half',
    ...bounds,
  });
  const brokenWith = async (bounds: Partial<Check>, figures: readonly number[]) => {
    const claim: Claim = { id: 'X', title: 'x', says: 'x', verdict: 'holds', runs: {}, checks: [check(bounds)] };
    return broken(claim, gather(figures.map((figure) => [figure]))).length;
  };

  test.each<[Partial<Check>, readonly number[], number]>([
    [{ atLeast: 0.4, atMost: 0.6 }, [0.5, 0.4, 0.6], 0],
    [{ atLeast: 0.4 }, [0.5, 0.39, 0.6], 1],
    [{ atMost: 0.6 }, [0.5, 0.4, 0.61], 1],
    [{ atMost: 0.5, of: 'mean' }, [0.4, 0.6], 0],
    [{ atMost: 0.5, of: 'mean' }, [0.4, 0.61], 1],
    [{ atMost: 0.5, of: 'once' }, [0.5, Number.NaN], 0],
    [{ atMost: 0.5, of: 'once' }, [0.6, Number.NaN], 1],
    [{ atLeast: 0 }, [Number.NaN], 1],
    [{ atLeast: 0 }, [], 1],
  ])('%j of %j', async (bounds, figures, expected) => expect(await brokenWith(bounds, figures)).toBe(expected));

  test('a figure that has nothing to do with luck is measured three times at most before it is out of bounds', async () => {
    const measured = async (...figures: readonly number[]) => {
      let asked = 0;
      const figure = { from: 'nowhere', of: async () => figures[asked++] ?? Number.NaN };
      const claim: Claim = { ...within, checks: [check({ of: 'once', atMost: 1, figure })] };
      return { came: await figuresOf(claim, 1, true, true), asked };
    };
    const within: Claim = { id: 'X', title: 'x', says: 'x', verdict: 'holds', runs: {}, checks: [] };
    expect(await measured(1)).toEqual({ came: [1], asked: 1 });
    expect(await measured(2, 1)).toEqual({ came: [1], asked: 2 });
    expect(await measured(2, 3, 4, 1)).toEqual({ came: [4], asked: 3 });
  });

  test('a run that no figure comes from is not let pass', async () => {
    const claim: Claim = { ...(claims.backoff as Claim), checks: [check({ atLeast: 0 })] };
    await expect(figuresOf(claim, 1, true, true)).rejects.toThrow('no figure of M6 comes from rows');
  });
});

test.each([
  [0.12345, 'share', '12.3 %'],
  [0.0005, 'share', '0.05 %'],
  [-0.008, 'points', '-0.8 points'],
  [850, 'ms', '850 ms'],
  [1_028_600, 'ms', '1029 s'],
  [9036, 'count', '9036'],
  [1, 'yes', 'yes'],
  [Number.NaN, 'ratio', 'n/a'],
] as const)('%d as %s is written %s', (value, unit, expected) => expect(shown(value, unit)).toBe(expected));

test('a command line is split as a shell does', () => {
  expect(words("run a.yaml --set 'x={ a: 1, b: [c] }' --set y=2")).toEqual([
    'run',
    'a.yaml',
    '--set',
    'x={ a: 1, b: [c] }',
    '--set',
    'y=2',
  ]);
  for (const line of ['run "a"', 'run $HOME', 'run a; b', "run 'a"]) expect(() => words(line)).toThrow('not a plain command line');
});
