import type { RawRows } from '../../harness/run/options.ts';
import type { Claim, Figure } from './claim.ts';
import { counted, difference, measured } from './figures.ts';

const file = 'run examples/claims/all-busy.yaml --only article-route --raw';
const rungs = ['flagship', 'light', 'floor'];

/** Share of the exhausted requests with this property. */
const exhausted = (from: string, has: (rows: RawRows, entity: number, reason: string) => boolean): Figure =>
  counted('crowd', from, (rows) => {
    const found = rows.requests.filter(({ outcome }) => outcome === 'exhausted');
    return found.filter(({ entity, reason }) => has(rows, entity, reason)).length / found.length;
  });

const triedAll = ({ attempts }: RawRows, entity: number): boolean => {
  const tried = attempts.filter((attempt) => attempt.entity === entity).toSorted((a, b) => a.number - b.number);
  return tried.map(({ target }) => target).join() === rungs.join() && tried.every(({ class: each }) => each === 'capacity');
};

const told = (from: string, is: (stdout: string, code: number | null) => boolean): Figure => ({
  from,
  of: async (runner) => {
    const { stdout, stderr, code } = await runner.type('one of them');
    return Number(is(stdout + stderr, code));
  },
});

export const allBusy: Claim = {
  id: 'M17',
  title: 'When every model is busy',
  says: 'When all models are full the caller gets one clear error, no stack trace.',
  verdict: 'holds',
  runs: {
    crowd: { command: file },
    'one of them': { command: 'explain examples/claims/all-busy.yaml --strategy article-route --request 0 --seed 1' },
  },
  checks: [
    {
      says: 'requests that every model refused',
      figure: measured('crowd', 'article-route', 'requests.failures.exhausted'),
      unit: 'count',
      atLeast: 100,
      of: 'every seed',
      because: 'each pool refuses nine in ten, all three 0.9³ = 73 % of about 900; 100 are plenty',
    },
    {
      says: 'requests that failed otherwise',
      figure: difference(
        measured('crowd', 'article-route', 'requests.failed'),
        measured('crowd', 'article-route', 'requests.failures.exhausted'),
      ),
      unit: 'count',
      atMost: 0,
      of: 'every seed',
      because: 'one error: always the same outcome',
    },
    {
      says: 'of the exhausted, with the first cause as their reason',
      figure: exhausted('share of exhausted rows in requests.csv whose `reason` is capacity', (_, __, reason) => reason === 'capacity'),
      unit: 'share',
      atLeast: 1,
      of: 'every seed',
      because: 'a clear error says why',
    },
    {
      says: 'of the exhausted, refused by all three models',
      figure: exhausted('share whose rows in attempts.csv are flagship, light, floor, each capacity', triedAll),
      unit: 'share',
      atLeast: 1,
      of: 'every seed',
      because: 'all of them were tried, each once',
    },
    {
      says: 'the error names outcome, cause and every model tried',
      figure: told('`exhausted (capacity; tried flagship, light, floor)` in the output of explain', (text) =>
        text.includes('exhausted (capacity; tried flagship, light, floor)'),
      ),
      unit: 'yes',
      atLeast: 1,
      of: 'once',
      because: 'one line that says all of it',
    },
    {
      says: 'no stack trace',
      figure: told(
        'exit code 0 and no line such as `at name (file:1:2)`',
        (text, code) => code === 0 && !/^\s*at .*:\d+:\d+\)?$/m.test(text),
      ),
      unit: 'yes',
      atLeast: 1,
      of: 'once',
      because: 'a program that fails throws one; an outcome does not',
    },
  ],
  notes: [
    'A program gets the same from `createClient`: a result with `outcome`, `reason` and `tried`, see [library.md](library.md). It is never thrown.',
  ],
};
