import type { Check, Claim, Figure, Run } from './claim.ts';
import { strategyIn } from './figures.ts';

const spread = '{ exponential: { base: 1s, jitter: { scale: [0, 1] } }, attempts: 4 }';
const simple = `{ name: simple, retry: ${spread}, route: [flagship, light] }`;
/** Everything that may help, in one client. */
const complex = `{ name: complex, retry: ${spread}, route: { health: [flagship, light] }, limit: { aimd: { initial: 10 } }, budget: { ratio: 0.2 }, breaker: { consecutive: 5, open: 30s, whenOpen: wait }, hedge: { percentile: { p: 99 } }, park: {} }`;
const three = `--set 'strategies=[{ name: naive }, ${simple}, ${complex}]'`;
/** The six busiest hours of a day, without the sweep of a strategy that is not there any more. */
const busiest =
  "--replications 1 --set time.start=2026-03-02T10:00 --set time.length=6h --set 'sweep={ strategy: simple, retry.attempts: [4] }' --only naive --only simple --only complex";

/** Every example with a second model, with the same three clients. */
const runs: Readonly<Record<string, Run>> = {
  'peak day': { command: `run peak-day ${busiest} ${three}` },
  'rough day': { command: `run rough-day ${busiest} ${three}` },
  fallback: { command: `run examples/fallback.yaml --replications 1 ${three}` },
  ladder: { command: `run examples/claims/ladder.yaml ${three}` },
  'set-ups': { command: `run examples/claims/set-ups.yaml ${three}` },
  'all busy': { command: `run examples/claims/all-busy.yaml ${three}` },
};

/** Share of the failures of naive that a client does not have. */
function removed(run: string, client: string): Figure {
  return {
    from: `1 − \`errorRate\` of ${client} / that of naive in ${run}`,
    of: async (runner) => {
      const { summary } = await runner.simulate(run);
      const failed = (name: string): number => strategyIn(summary, name).errorRate ?? Number.NaN;
      return 1 - failed(client) / failed('naive');
    },
  };
}

/** Where the second model has room when the first has none, and where it has not. */
const roomy = ['peak day', 'fallback', 'ladder'];
const both = ['rough day', 'set-ups', 'all busy'];

const solved = (run: string): Check => ({
  says: `failures removed, ${run}`,
  side: 'when',
  figure: removed(run, 'simple'),
  unit: 'share',
  atLeast: 0.9,
  of: 'every seed',
  because: 'nine tenths',
});

const unsolved = (run: string, why: string): Check => ({
  says: `failures removed, ${run}`,
  side: 'unless',
  figure: removed(run, 'simple'),
  unit: 'share',
  atMost: 0.9,
  of: 'every seed',
  because: why,
});

const gained = (run: string): Check => ({
  says: `failures that everything at once removes beyond simple, ${run}`,
  figure: {
    from: `removed by complex − removed by simple in ${run}`,
    of: async (runner) => (await removed(run, 'complex').of(runner)) - (await removed(run, 'simple').of(runner)),
  },
  unit: 'points',
  atMost: 0.1,
  of: 'every seed',
  because: 'simple beats complex, or comes within a tenth: a judgement',
});

export const oneFallback: Claim = {
  id: 'M30',
  title: 'Backoff and one fallback solve most of it',
  says: 'In most cases a backoff and one fallback model solve nine tenths of the problem; simple beats complex.',
  verdict: 'holds only when',
  condition:
    'the fallback has room when the first model has none. Where it is out or crowded at the same time, nothing that asks the same two models helps much.',
  runs,
  checks: [
    ...roomy.map(solved),
    unsolved('rough day', 'both models are out for twelve minutes of the six hours'),
    { ...unsolved('set-ups', 'all models are out for half a minute of the ten: not all of it, where nine tenths are close'), atMost: 0.95 },
    unsolved('all busy', 'both models are crowded by others all the time'),
    ...roomy.map((run): Check => ({ ...gained(run), side: 'when' })),
    ...both.map((run): Check => ({ ...gained(run), side: 'unless', atMost: 0.3, because: 'a judgement' })),
  ],
  notes: [
    'The complex client has six parts more, with nine settings of its own; simple has a wait, a number of attempts and a second name.',
  ],
};
