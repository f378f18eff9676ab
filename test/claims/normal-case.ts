import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadScenario } from '../../harness/scenario/load.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import type { Check, Claim, Figure } from './claim.ts';
import { measured } from './figures.ts';

const day = '--quick --only naive';

const said = (says: string, figure: Figure, because: string): Check => ({ says, figure, unit: 'yes', atLeast: 1, of: 'once', because });

const sameRun: Figure = {
  from: '`scenario.hash` without a scenario is that of `peak-day`',
  of: async (runner) => {
    const [one, other] = [await runner.simulate('no scenario'), await runner.simulate('by name')];
    return Number(one.summary.scenario.hash === other.summary.scenario.hash);
  },
};

const start: Figure = {
  from: '`scripts.start` in package.json hands over to `run` and names no scenario',
  of: async () => {
    const { scripts } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8')) as { scripts: Readonly<Record<string, string>> };
    return Number(/--then run --$/.test(scripts.start ?? ''));
  },
};

const init: Figure = {
  from: 'the file that `init` writes, resolved, is `peak-day` but for its name',
  of: async (runner) => {
    const { folder, code } = await runner.type('init');
    const written = await loadScenario({ file: join(folder, 'at-capacity.yaml') });
    const ready = await loadScenario({ file: 'peak-day' });
    return Number(code === 0 && JSON.stringify({ ...written.written, name: '' }) === JSON.stringify({ ...ready.written, name: '' }));
  },
};

const serve: Figure = {
  from: 'what `serve` says first: `peak-day at 15:00`',
  of: async (runner) => {
    const { stdout, code } = await runner.serve('a server');
    return Number(code === 0 && /^peak-day at 15:00 of /m.test(stdout));
  },
};

export const normalCase: Claim = {
  id: 'M29',
  title: 'Capacity errors are the normal case',
  says: 'Being at capacity is no accident but part of every day: plan for it from the start.',
  verdict: 'holds',
  runs: {
    'no scenario': { command: `run ${day}` },
    'by name': { command: `run peak-day ${day}` },
    init: { command: 'init' },
    'a server': { command: 'serve' },
  },
  checks: [
    {
      says: 'first attempts refused from 10:00 to 16:00 when nobody says which day',
      figure: measured('no scenario', 'naive', 'firstAttemptRefusedRate'),
      unit: 'share',
      atLeast: 0.05,
      of: 'every seed',
      because: 'normal: one in twenty at least, a judgement',
    },
    said('run without a scenario is the peak day', sameRun, 'the default'),
    said('npm start is that run', start, 'the default'),
    said('init writes the peak day', init, 'the default'),
    said('serve without a scenario is the peak day, at its peak', serve, 'the default'),
  ],
};
