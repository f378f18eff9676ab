import type { RawRows } from '../../harness/run/options.ts';
import type { Check, Claim, Figure } from './claim.ts';
import { counted, measured, ratio } from './figures.ts';

const file = 'run examples/claims/ladder.yaml --raw';
const sibling = 'provider.models.sibling={ pool: big, firstToken: { p50: 900ms, p99: 4s }, tokensPerSecond: 45, quality: 0.9 }';

const rungs = ['flagship', 'light', 'floor'];
const presets = ['article-route', 'article-client'] as const;

const rows = (run: string, strategy: string, from: string, of: (rows: RawRows) => number): Figure =>
  counted(run, `${from} of ${strategy} in attempts.csv`, of, strategy);

/** Share of the attempts that a target was sent which it answered. */
const answeredBy = (target: string): ((rows: RawRows) => number) => {
  return ({ attempts }) => {
    const sent = attempts.filter((attempt) => attempt.target === target);
    return sent.filter((attempt) => attempt.class === 'ok').length / sent.length;
  };
};

const everywhere = ({ attempts }: RawRows): number =>
  attempts.filter(({ number, target }) => rungs[number - 1] === target).length / attempts.length;

const longestWait = ({ attempts }: RawRows): number => attempts.reduce((most, { waitMs }) => Math.max(most, waitMs), 0);

/** Attempts that came after a failure which was none of capacity. */
function movedOnOthers({ attempts }: RawRows): number {
  const ordered = attempts.toSorted((a, b) => a.entity - b.entity || a.number - b.number);
  return ordered.filter(({ entity, number }, index) => {
    const before = ordered[index - 1];
    return number > 1 && before?.entity === entity && before.class !== 'capacity';
  }).length;
}

const checksOf = (preset: (typeof presets)[number]): readonly Check[] => [
  {
    says: `failed with ${preset}`,
    figure: measured('15:00', preset, 'errorRate'),
    unit: 'share',
    atMost: 0.001,
    of: 'every seed',
    because: 'the caller notices nothing: one request in a thousand at most, a judgement',
  },
  {
    says: `attempts of ${preset} on the rung of their number: the first at the top, the next one down`,
    figure: rows('15:00', preset, 'share of rows whose `target` is rung `number`', everywhere),
    unit: 'share',
    atLeast: 1,
    of: 'every seed',
    because: 'one down at a time, and every request starts at the top',
  },
  {
    says: `longest wait of ${preset} before going down`,
    figure: rows('15:00', preset, 'most `waitMs`', longestWait),
    unit: 'ms',
    atMost: 0,
    of: 'every seed',
    because: 'at once',
  },
  {
    says: `refused by a quota with ${preset}`,
    figure: measured('own quota', preset, 'attempts.failures.rate_limited'),
    unit: 'count',
    atLeast: 1,
    of: 'every seed',
    because: 'there must be other failures',
  },
  {
    says: `of these, moved on to another model with ${preset}`,
    figure: rows('own quota', preset, 'attempts after one that failed otherwise than for capacity', movedOnOthers),
    unit: 'count',
    atMost: 0,
    of: 'every seed',
    because: 'only capacity moves on',
  },
];

export const ladder: Claim = {
  id: 'M14',
  title: 'A ladder of models',
  says: 'Flagship, the next one, the light one: at capacity go one down at once, start at the top with every request, let only capacity move on. The caller notices nothing.',
  verdict: 'holds only when',
  condition: 'the models below have slots of their own. A sibling on the same slots is full at the same moments.',
  runs: {
    '15:00': { command: file },
    'own quota': { command: `${file} --set provider.models.flagship.quota.rpm=20` },
    'a sibling': {
      command: `${file} --only article-route --set '${sibling}' --set 'strategies.article-route.route.ordered=[flagship, sibling]'`,
    },
  },
  checks: [
    ...presets.flatMap(checksOf).map((check): Check => ({ ...check, side: 'when' })),
    {
      says: 'failed without a ladder',
      side: 'when',
      figure: measured('15:00', 'naive', 'errorRate'),
      unit: 'share',
      atLeast: 0.08,
      of: 'every seed',
      because: 'the peak: 12 % in the mean; at least 8 % in an hour, a judgement',
    },
    {
      says: 'p95 of answers with article-route over that without',
      side: 'when',
      figure: ratio(measured('15:00', 'article-route', 'latencyMs.ok.p95'), measured('15:00', 'naive', 'latencyMs.ok.p95')),
      unit: 'ratio',
      atMost: 1.05,
      of: 'every seed',
      because: 'the caller notices nothing: no slower by more than a twentieth, a judgement',
    },
    {
      says: 'answered by light of what it was sent',
      side: 'when',
      figure: rows('15:00', 'article-route', 'share of rows with target light that are ok', answeredBy('light')),
      unit: 'share',
      atLeast: 0.95,
      of: 'every seed',
      because: '42 Erlang on 60 slots hardly ever refuse: 95 %, a judgement',
    },
    {
      says: 'answered by a sibling on the same slots of what it was sent',
      side: 'unless',
      figure: rows('a sibling', 'article-route', 'share of rows with target sibling that are ok', answeredBy('sibling')),
      unit: 'share',
      atMost: 0.2,
      of: 'every seed',
      because: 'no help: at most one in five, a judgement',
    },
  ],
};
