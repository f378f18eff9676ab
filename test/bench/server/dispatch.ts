import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveFigures } from '../../../reports/result/fold.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { jsonOf } from '../measure.ts';
import { tokens } from './reply.ts';

/** 500 requests a second for half a minute, each answered after 200 ms, whole or as a stream of 40 tokens; nothing is refused. */
const scenarioOf = (stream: boolean): object => ({
  time: { length: '30s' },
  replications: 1,
  provider: { models: { big: { slots: 10_000, service: '200ms' } } },
  workload: { arrivals: { constant: { rate: '500/s' } }, stream, sizes: { input: 10, output: tokens } },
  strategies: [{ name: 'naive' }],
});

/** How late the requests of a live run begin, and how late empty timers of the machine are meanwhile. */
export function dispatch(stream: boolean): Pick<LiveFigures, 'latenessMs' | 'timerErrorMs'> {
  const folder = mkdtempSync(join(tmpdir(), 'dispatch-'));
  try {
    const file = join(folder, 'steady.json');
    writeFileSync(file, JSON.stringify(scenarioOf(stream)));
    const main = packagePath('dist', 'harness', 'cli', 'main.js');
    const args = [main, 'run', file, '--live', '--json', '--quiet', '--out', join(folder, 'out')];
    const { strategies } = jsonOf<{ strategies: readonly { live: LiveFigures }[] }>(process.execPath, args);
    const [one] = strategies;
    if (one === undefined) throw new Error('the live run has no strategy');
    return one.live;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
