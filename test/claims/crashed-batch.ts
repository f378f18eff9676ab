import type { RawRows } from '../../harness/run/options.ts';
import type { Claim, Figure } from './claim.ts';
import { counted, measured, ratio } from './figures.ts';

const run = 'run examples/claims/batch-with-crashes.yaml --raw';

/** How often each job was answered. */
function answers({ requests }: RawRows): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { entity, outcome } of requests) if (outcome === 'ok') counts.set(entity, (counts.get(entity) ?? 0) + 1);
  return counts;
}

const again = (name: string, strategy: string): Figure =>
  counted(
    name,
    `answers in requests.csv beyond the first of a job, of ${strategy}`,
    (rows) => {
      const counts = [...answers(rows).values()];
      return counts.reduce((sum, count) => sum + count, 0) - counts.length;
    },
    strategy,
  );

/** Tokens of each job's answer, in the order of the jobs. */
function resultsOf({ requests }: RawRows): string {
  const ok = requests.filter(({ outcome }) => outcome === 'ok').toSorted((a, b) => a.entity - b.entity);
  return ok.map(({ entity, tokens }) => `${entity}:${tokens}`).join(' ');
}

const sameResults: Figure = {
  from: 'whether each job has one answer of as many tokens in requests.csv of checkpoint in crashed and in whole',
  of: async (runner) => {
    const [crashed, whole] = await Promise.all(
      ['crashed', 'whole'].map(async (name) => (await runner.simulate(name)).rows.find(({ strategy }) => strategy === 'checkpoint')),
    );
    return crashed !== undefined && whole !== undefined && resultsOf(crashed) === resultsOf(whole) ? 1 : 0;
  },
};

export const crashedBatch: Claim = {
  id: 'M21',
  title: 'A batch in chunks goes on where it was',
  says: 'Cut a batch into small chunks, write the progress after each, pause on capacity errors and go on afterwards; nothing is begun from the start again.',
  verdict: 'holds',
  runs: {
    crashed: { command: run },
    whole: { command: `${run} --only checkpoint --set workload.arrivals.batch.crashes=[]` },
  },
  checks: [
    {
      says: 'jobs of 200 without an answer after three crashes, with a checkpoint',
      figure: counted('crashed', '200 − jobs answered in requests.csv of checkpoint', (rows) => 200 - answers(rows).size, 'checkpoint'),
      unit: 'count',
      atMost: 0,
      of: 'every seed',
      because: 'nothing is lost',
    },
    {
      says: 'answers to jobs that had been answered, with a checkpoint',
      figure: again('crashed', 'checkpoint'),
      unit: 'count',
      atMost: 0,
      of: 'every seed',
      because: 'nothing is done twice',
    },
    {
      says: 'the results are those of a run without a crash',
      figure: sameResults,
      unit: 'yes',
      atLeast: 1,
      of: 'every seed',
      because: 'the same result file',
    },
    {
      says: 'answers to jobs that had been answered, without one',
      figure: again('crashed', 'from-the-start'),
      unit: 'count',
      atLeast: 20,
      of: 'every seed',
      because: 'three crashes in five minutes lose what was done between them; a judgement with room for luck',
    },
    {
      says: 'time until all jobs are done, with a checkpoint against without',
      figure: ratio(measured('crashed', 'checkpoint', 'makespanMs'), measured('crashed', 'from-the-start', 'makespanMs')),
      unit: 'ratio',
      atMost: 1,
      of: 'mean',
      because: 'nothing is begun from the start again',
    },
  ],
  notes: [
    'Chunks and pauses cost time where nothing crashes: each chunk waits for its slowest job, and each capacity error stops the batch for 5 s.',
    'A test crashes a small batch before every single one of its events: nothing lost, nothing done twice, the same results.',
  ],
};
