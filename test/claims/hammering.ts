import type { Check, Claim } from './claim.ts';
import { difference, measured, summed } from './figures.ts';

const file = 'run examples/claims/hammering.yaml';
const free = `${file} --set workload.model=free`;

const failed = (run: string, strategy: string, side: Check['side'], bounds: Pick<Check, 'atLeast' | 'atMost' | 'because'>): Check => ({
  says: `failed with ${strategy}`,
  side,
  figure: measured(run, strategy, 'errorRate'),
  unit: 'share',
  of: 'every seed',
  ...bounds,
});

export const hammering: Claim = {
  id: 'M5',
  title: 'Hammering does not help',
  says: 'Asking again five times a second does not help and gets you limited.',
  verdict: 'holds only when',
  condition:
    'the provider counts refused attempts against a quota. Where it does not, hammering has the fewest errors of all, because it takes the slots that other tenants would have had.',
  runs: { counting: { command: file }, free: { command: free } },
  checks: [
    failed('counting', 'hammer', 'when', { atLeast: 0.9, because: 'nearly everything: 90 %, a judgement' }),
    failed('counting', 'article-backoff', 'when', { atMost: 0.5, because: 'backoff still gets most answers: half, a judgement' }),
    {
      says: 'limited: attempts of hammer refused by the quota',
      side: 'when',
      figure: summed('counting', 'hammer’s `provider.refused.quota` / `provider.arrived`', ({ strategies }) => {
        const provider = strategies.find(({ name }) => name === 'hammer')?.provider;
        return provider === undefined ? Number.NaN : provider.refused.quota / provider.arrived;
      }),
      unit: 'share',
      atLeast: 0.5,
      of: 'every seed',
      because: '“gets you limited”: most attempts, a judgement',
    },
    failed('free', 'hammer', 'unless', { atMost: 0.01, because: 'hardly any: 1 %, a judgement' }),
    {
      says: 'failed more with article-backoff than with hammer',
      side: 'unless',
      figure: difference(measured('free', 'article-backoff', 'errorRate'), measured('free', 'hammer', 'errorRate')),
      unit: 'points',
      atLeast: 0.01,
      of: 'every seed',
      because: 'hammering wins: by a point, a judgement',
    },
    {
      says: 'other tenants refused more by hammer than by naive',
      side: 'unless',
      figure: difference(
        measured('free', 'hammer', 'provider.tenantsRefusedRate'),
        measured('free', 'naive', 'provider.tenantsRefusedRate'),
      ),
      unit: 'points',
      atLeast: 0,
      of: 'every seed',
      because: 'it wins by displacing others, so more of them are refused',
    },
    {
      says: 'the report warns that hammer displaces others',
      side: 'unless',
      figure: summed('free', 'a warning that names hammer in `warnings`', ({ warnings }) =>
        Number(warnings.some((text) => text.startsWith('hammer '))),
      ),
      unit: 'yes',
      atLeast: 1,
      of: 'every seed',
      because: 'a user must be told',
    },
  ],
};
