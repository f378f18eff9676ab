import { dialects } from '../../sim/dialects/registry.ts';
import type { Check, Claim, Figure } from './claim.ts';
import { difference, measured } from './figures.ts';

const names = Object.keys(dialects);

const listed: Figure = {
  from: 'names at the beginning of a line of `list dialects`',
  of: async (runner) => {
    const { stdout } = await runner.type('dialects');
    return names.filter((name) => new RegExp(`^${name} `, 'm').test(stdout)).length;
  },
};

const marked: Figure = {
  from: 'the line `capacity` of `list anthropic`: status 529, type overloaded_error',
  of: async (runner) => {
    const { stdout } = await runner.type('one dialect');
    return Number(/\bcapacity +status 529, type overloaded_error/.test(stdout));
  },
};

const wasted = (strategy: string, attempts: number, because: string): Check => ({
  says: `attempts a request at an account without balance, ${strategy}`,
  figure: measured('classifiers', `${strategy}-unpaid`, 'amplification'),
  unit: 'count',
  atLeast: attempts,
  atMost: attempts,
  of: 'every seed',
  because,
});

export const classifyFirst: Claim = {
  id: 'M2',
  title: 'Classify first, then react',
  says: 'Providers mark a full model as 429, as 503, or only by a type or a text. Find out which of them it is, then react: retry or switch for capacity, alarm for permission, tell the caller of a bad parameter; never one handler for everything.',
  verdict: 'holds',
  runs: {
    classifiers: { command: 'run examples/claims/classifiers.yaml' },
    dialects: { command: 'list dialects' },
    'one dialect': { command: 'list anthropic' },
  },
  checks: [
    {
      says: 'requests that fail because four lines (429, 503, “at capacity”, else unknown) do not know the error, more than with by-shape',
      figure: difference(measured('classifiers', 'four-lines', 'errorRate'), measured('classifiers', 'by-shape', 'errorRate')),
      unit: 'points',
      atLeast: 0.05,
      of: 'mean',
      because:
        'some 12 % of first attempts are refused, and in this dialect none of the four lines fits; a judgement that leaves room for luck',
    },
    {
      says: 'attempts that by-shape cannot name',
      figure: measured('classifiers', 'by-shape', 'attempts.failures.unknown'),
      unit: 'count',
      atMost: 0,
      of: 'every seed',
      because: 'right on every published shape',
    },
    wasted('by-shape', 1, 'no retry helps, so none is made'),
    wasted('four-lines', 5, 'the account’s 429 looks like a rate limit'),
    wasted('catch-all', 5, 'one handler retries whatever fails'),
    { says: 'dialects that are listed', figure: listed, unit: 'count', atLeast: 13, atMost: 13, of: 'once', because: 'thirteen are built' },
    { says: 'how one of them marks a full model', figure: marked, unit: 'yes', atLeast: 1, of: 'once', because: 'its documentation' },
  ],
};
