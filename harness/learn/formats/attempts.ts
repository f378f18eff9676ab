import { plainCall } from '../call.ts';
import { endOfClass } from '../reading/outcome.ts';
import { countIn, numberFromZero } from '../reading/times.ts';
import type { Read } from './format.ts';
import { type CellOf, rawTable } from './raw-table.ts';

/** What `run --raw` writes of attempts. */
export const attempts = rawTable(
  {
    name: 'attempts',
    summary: 'attempts.csv of run --raw: every attempt of every strategy and replication',
    columns: ['strategy', 'replication', 'entity', 'number', 'target', 'sentMs', 'endedMs', 'class', 'tokens'],
  },
  callOf,
);

function callOf(cell: CellOf): Read {
  const sent = numberFromZero(cell('sentMs'));
  const ended = numberFromZero(cell('endedMs'));
  const tokens = countIn(cell('tokens'));
  const run = countIn(cell('replication'));
  if (typeof sent !== 'number') return `sentMs: ${sent ?? 'expected a number, found nothing'}`;
  if (typeof ended === 'string') return `endedMs: ${ended}`;
  if (typeof tokens === 'string') return `tokens: ${tokens}`;
  if (typeof run !== 'number') return `replication: ${run ?? 'expected a number, found nothing'}`;
  const ok = cell('class') === 'ok';
  return [
    {
      ...plainCall,
      first: cell('number') === '1',
      time: { kind: 'offset', ms: sent },
      // Open at the end of the run.
      end: cell('class') === '' ? 'unknown' : endOfClass(cell('class')),
      latencyMs: ended === undefined ? undefined : Math.max(0, ended - sent),
      outputTokens: ok ? tokens : undefined,
      model: cell('target'),
      strategy: cell('strategy'),
      run,
    },
  ];
}
