import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atCapacity, folderWith, start } from '../cli/at-capacity.ts';

/** 8 slots of a second each, nobody else on them, nothing in front of them. */
const eight = `
time: { length: 1m }
provider:
  models: { big: { slots: 8, service: 1s, refuseAfter: 0ms } }
workload: { arrivals: { poisson: { rate: 7/s } } }
strategies: [ { name: naive } ]
`;

test('against serve with 8 slots of 1 s: 8, flat goodput from there, and a p50 of a second', async () => {
  const folder = folderWith({ 'eight.yaml': eight });
  const served = start(['serve', join(folder, 'eight.yaml'), '--port', '0']);
  try {
    await served.until('Ctrl-C ends it');
    const base = /^OPENAI_BASE_URL=(\S+)$/m.exec(served.stdout())?.[1] ?? '';
    const { code, stdout } = await atCapacity(['probe', base, '--step', '2s', '--json'], { env: { OPENAI_API_KEY: undefined } });
    const result = JSON.parse(stdout) as {
      balancePoint: number;
      ended: string;
      model: string;
      steps: { concurrency: number; goodputPerSecond: number; refusedShare: number; failed: number; answerMs: { p50: number } }[];
    };
    expect([code, result.ended, result.model, result.balancePoint]).toEqual([0, 'done', 'big', 8]);
    const up = result.steps.filter(({ concurrency }) => concurrency <= 8);
    const above = result.steps.filter(({ concurrency }) => concurrency > 8);
    expect(up.map(({ concurrency }) => concurrency)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(above.length).toBeGreaterThan(1);
    for (const { concurrency, goodputPerSecond, refusedShare } of up) {
      expect(refusedShare).toBe(0);
      expect(goodputPerSecond).toBeGreaterThan(0.85 * concurrency);
      expect(goodputPerSecond).toBeLessThan(1.02 * concurrency);
    }
    for (const { goodputPerSecond, refusedShare } of above) {
      expect(refusedShare).toBeGreaterThan(0.05);
      expect(goodputPerSecond).toBeGreaterThan(0.85 * 8);
      expect(goodputPerSecond).toBeLessThan(1.02 * 8);
    }
    expect(result.steps.map(({ failed }) => failed)).toEqual(result.steps.map(() => 0));
    // One step may fall into a busy moment of this machine; half of them do not.
    const p50s = result.steps.map(({ answerMs }) => answerMs.p50).toSorted((a, b) => a - b);
    expect(p50s[0]).toBeGreaterThan(980);
    expect(p50s[Math.floor(p50s.length / 2)]).toBeLessThan(1020);
  } finally {
    served.child.kill('SIGINT');
    await served.finished;
  }
});
