import type { Check, Claim, Figure, Runner } from './claim.ts';
import { difference, measured, summed } from './figures.ts';

const shared = 'run examples/claims/shared-slots.yaml';
const few = '--vary limited.limit=3,8,12,15,18,25';
const busier = `${shared} --set provider.models.big.otherTenants.load=0.8`;

/** NaN: there is none. */
const balance = (run: string): Figure =>
  summed(run, '`recommendation.balancePoint`', ({ recommendation }) => recommendation?.balancePoint ?? Number.NaN);

/** What `probe --json` answers while the server runs; asked once. */
const probed = new WeakMap<Runner, Promise<Record<string, unknown>>>();
function probeJson(runner: Runner): Promise<Record<string, unknown>> {
  const known =
    probed.get(runner) ?? runner.serve('a server', 'its probe').then(({ stdout }) => JSON.parse(stdout) as Record<string, unknown>);
  probed.set(runner, known);
  return known;
}

const probe = (key: string, of: (value: unknown) => number): Figure => ({
  from: `\`${key}\` of its probe`,
  of: async (runner) => of((await probeJson(runner))[key]),
});

const tuned = new WeakMap<Runner, Promise<Record<string, unknown>>>();
const ofTune = (key: string): Figure => ({
  from: `\`${key}\` of \`tuned\``,
  async of(runner) {
    const known = tuned.get(runner) ?? runner.type('tuned').then(({ stdout }) => JSON.parse(stdout) as Record<string, unknown>);
    tuned.set(runner, known);
    return Number((await known)[key] ?? Number.NaN);
  },
});

const aimd = (path: string, check: Pick<Check, 'says' | 'unit' | 'atLeast' | 'atMost' | 'because'>): Check => ({
  figure: measured('eight slots', 'aimd', path),
  of: 'every seed',
  ...check,
});

export const balancePoint: Claim = {
  id: 'M13',
  title: 'The point that does not trip the limit yet',
  says: 'Start with three at once, raise while errors are few, and find the point that does not trip the limit yet. It differs from provider to provider and from hour to hour.',
  verdict: 'holds',
  runs: {
    'a server': { command: 'serve examples/claims/eight-slots.yaml' },
    'its probe': {
      command: 'probe http://localhost:4010/v1 --step 2s --json',
      brief: 'probe http://localhost:4010/v1 --step 1s --json',
    },
    'eight slots': {
      command: 'run examples/claims/eight-slots.yaml',
      brief: 'run examples/claims/eight-slots.yaml --vary limited.limit=7,8,9',
    },
    tuned: {
      command: 'tune examples/claims/eight-slots.yaml --json',
      brief: 'tune examples/claims/eight-slots.yaml --vary limited.limit=7,8,9 --json',
    },
    'shared slots': { command: shared, brief: `${shared} ${few}` },
    'a busier hour': { command: busier, brief: `${busier} ${few}` },
  },
  checks: [
    {
      says: 'balance point that the probe finds, eight slots',
      figure: probe('balancePoint', (value) => (typeof value === 'number' ? value : Number.NaN)),
      unit: 'count',
      atLeast: 8,
      atMost: 8,
      of: 'once',
      because: 'eight slots hold eight and refuse the ninth',
    },
    {
      says: 'the best goodput that it measures is that of eight slots',
      figure: probe('bestGoodputPerSecond', (value) => Number(typeof value === 'number' && value >= 6.4 && value <= 8.1)),
      unit: 'yes',
      atLeast: 1,
      of: 'once',
      because: 'eight answers of 1 s: 8/s less what a real network and a busy machine take; 6.4 to 8.1, a judgement',
    },
    {
      says: 'balance point of a sweep, eight slots',
      figure: balance('eight slots'),
      unit: 'count',
      atLeast: 8,
      atMost: 8,
      of: 'every seed',
      because: 'the same slots, in virtual time',
    },
    {
      says: 'balance point that tune finds',
      figure: ofTune('balancePoint'),
      unit: 'count',
      atLeast: 8,
      atMost: 8,
      of: 'once',
      because: 'the same slots, over replications until it is shown',
    },
    {
      says: 'limit that tune ships',
      figure: ofTune('value'),
      unit: 'count',
      atLeast: 8,
      atMost: 8,
      of: 'once',
      because: '7 cannot carry 7.6/s of 1 s',
    },
    aimd('limit.min', { says: 'least limit of AIMD', unit: 'count', atLeast: 1, atMost: 3, because: 'it starts at 3' }),
    aimd('limit.mean', {
      says: 'mean limit of AIMD, eight slots',
      unit: 'count',
      atLeast: 5,
      atMost: 8,
      because: 'raised from 3 and kept to what there is; nearer to 8 than to 3, a judgement',
    }),
    aimd('firstAttemptRefusedRate', {
      says: 'first attempts of AIMD refused',
      unit: 'share',
      atMost: 0.05,
      because: 'errors stay few: 5 %, a judgement',
    }),
    {
      says: 'first attempts refused without a limit',
      figure: measured('eight slots', 'naive', 'firstAttemptRefusedRate'),
      unit: 'share',
      atLeast: 0.1,
      of: 'every seed',
      because: 'without it they are many: 10 %, a judgement (Erlang B of 7.6 on 8 slots is 21 %)',
    },
    {
      says: 'balance point on 40 slots that others use to 60 %',
      figure: balance('shared slots'),
      unit: 'count',
      atLeast: 10,
      atMost: 25,
      of: 'every seed',
      because: 'about 16 slots are free in the mean; from 10 to 25, a judgement',
    },
    {
      says: 'balance point in an hour in which others use 80 %',
      figure: balance('a busier hour'),
      unit: 'count',
      atLeast: 1,
      atMost: 8,
      of: 'mean',
      because: 'about 8 slots are free in the mean, so at most 8',
    },
    {
      says: 'how much lower that is',
      figure: difference(balance('shared slots'), balance('a busier hour')),
      unit: 'count',
      atLeast: 1,
      of: 'every seed',
      because: 'it differs from hour to hour',
    },
  ],
  notes: [
    'The probe is real time against a real server: start the first command in one terminal and type the second in another. Its figures are looked at once.',
  ],
};
