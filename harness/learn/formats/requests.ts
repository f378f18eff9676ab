import { plainCall } from '../call.ts';
import { endOfClass } from '../reading/outcome.ts';
import { countIn, numberFromZero } from '../reading/times.ts';
import type { Read } from './format.ts';
import { type CellOf, rawTable } from './raw-table.ts';

/** What `run --raw` writes of requests. */
export const requests = rawTable(
  {
    name: 'requests',
    summary: 'requests.csv of run --raw: every request of every strategy and replication',
    columns: ['strategy', 'replication', 'entity', 'arrivedMs', 'outcome', 'latencyMs', 'queueWaitMs', 'attempts', 'target', 'tokens'],
  },
  callOf,
);

function callOf(cell: CellOf): Read {
  const run = countIn(cell('replication'));
  const attempts = countIn(cell('attempts'));
  const names = ['arrivedMs', 'latencyMs', 'queueWaitMs', 'firstTokenMs', 'tokens'] as const;
  const figures = names.map((name) => [name, numberFromZero(cell(name))] as const);
  const [name, wrong] = [['replication', run], ['attempts', attempts], ...figures].find(([, value]) => typeof value === 'string') ?? [];
  if (wrong !== undefined) return `${name}: ${wrong}`;
  const [arrived, latency, queued = 0, firstToken, tokens] = figures.map(([, value]) => value) as (number | undefined)[];
  if (arrived === undefined || typeof run !== 'number') return 'expected arrivedMs and a replication, found nothing';
  const outcome = cell('outcome');
  const once = attempts === 1;
  const ok = outcome === 'ok';
  return [
    {
      ...plainCall,
      kind: 'request',
      first: once,
      time: { kind: 'offset', ms: arrived },
      // Of a request with more than one attempt, the first has failed; mostly it was refused.
      end: outcome === '' ? 'unknown' : once || attempts === 0 ? endOfClass(outcome) : 'capacity',
      latencyMs: once && latency !== undefined ? Math.max(0, latency - queued) : undefined,
      firstTokenMs: once && firstToken !== undefined ? Math.max(0, firstToken - queued) : undefined,
      outputTokens: ok ? tokens : undefined,
      model: cell('target'),
      strategy: cell('strategy'),
      run,
    },
  ];
}
