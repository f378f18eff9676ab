import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../harness/client/create-client.ts';
import { after, eventClass } from '../../../sim/kernel/clock.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { VirtualClock } from '../../../sim/kernel/virtual-clock.ts';
import { ends, retry, runOf, scenario, script, story, strategy } from '../../support/scenario.ts';
import { answered, limited, scriptedSend } from '../../support/scripted-send.ts';
import { strategySummaryOf } from '../../support/summary-of.ts';

/** Faults that people reported in public about SDKs, routers, limiters and load tools, as small inputs with the right result. */

const request = (entity: number) => ({ entity, inputTokens: 10, outputTokens: 4, maxTokens: 4, stream: true });

describe('a caller who has gone', () => {
  it.each(['attempt', 'request'])(
    'A8: 100 ms into a wait of 3 s: settled then, nothing more sent, the permit free (held by the %s)',
    async (hold) => {
      const clock = new VirtualClock();
      const { send, hits } = scriptedSend([limited(3000), answered]);
      const client = createClient({ retry: { fixed: '1s', attempts: 5 }, limit: { fixed: 1, hold } }, send, clock);
      const gone = new AbortController();
      const first = client.request(request(0), gone.signal);
      after(clock, 100_000, () => gone.abort(), eventClass.timeout);
      clock.runUntil(100_000);
      expect(await first).toMatchObject({ outcome: 'cancelled', latencyMs: 100, attempts: 1 });
      expect(hits()).toBe(1);
      // No timer is left, and the only permit is there for whoever comes next.
      expect(clock.nextAt).toBeUndefined();
      const next = client.request(request(1));
      while (clock.step());
      expect(await next).toMatchObject({ outcome: 'ok', queueWaitMs: 0 });
      expect([hits(), clock.now()]).toEqual([2, 100_000]);
    },
  );

  it('A8: in real time the process ends by itself, long before the wait would have', async () => {
    const index = JSON.stringify(pathToFileURL(packagePath('dist', 'harness', 'index.js')).href);
    const code = `
      import { createClient, WallClock } from ${index};
      const wait = (ms, run) => { const timer = setTimeout(run, ms); return () => clearTimeout(timer); };
      const facts = { how: 'reply', status: 429, retryAfterMs: 600_000, afterTokens: 0, complete: true };
      let hits = 0;
      const send = (attempt, listener) => { hits += 1; listener.end({ facts, tokens: 0 }); return { cancel: () => 0 }; };
      const strategy = { retry: { fixed: '1s', attempts: 5, hint: { max: '1h' } } };
      const client = createClient(strategy, send, new WallClock({ nowMs: () => performance.now(), wait }));
      const gone = new AbortController();
      setTimeout(() => gone.abort(), 100);
      const { outcome, latencyMs } = await client.request({ entity: 0, inputTokens: 1, outputTokens: 1, maxTokens: 1, stream: true }, gone.signal);
      console.log(JSON.stringify({ outcome, soon: latencyMs >= 99 && latencyMs < 60_000, hits }));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
    expect(JSON.parse(stdout)).toEqual({ outcome: 'cancelled', soon: true, hits: 1 });
  });
});

describe('what a timeout means', () => {
  const parts = (deadline?: number) =>
    scenario({
      provider: { faults: [script(['big'], [{ refuse: 'hang' }], { refuse: 'hang' })] },
      workload: deadline === undefined ? {} : { deadline },
      strategies: [
        strategy('s', { timeout: { attempt: 30_000 }, retry: retry({ backoff: { exponential: { base: 1000 } }, attempts: 3 }) }),
      ],
      time: { length: 1000 },
    });

  it.each([
    // deadline · end, s · class · attempts
    [undefined, 90 + 1 + 2, 'timeout/attempts', ['0 big@0→30 timeout', '0 big@31→61 timeout', '0 big@63→93 timeout']],
    [45_000, 45, 'deadline/deadline', ['0 big@0→30 timeout', '0 big@31→45 cancelled']],
  ])('A9: attempts of 30 s, waits of 1 s and 2 s, deadline %s', (deadline, seconds, end, told) => {
    const ran = runOf(parts(deadline));
    expect(ends(ran)).toEqual([`0 ${end} ${seconds}`]);
    expect(story(ran)).toEqual(told);
    expect(ran.fold.provider.arrived).toBe(told.length);
  });

  it('A9: what timed out stands in the report with its time', async () => {
    expect(await strategySummaryOf(parts())).toMatchObject({
      requests: { failures: { timeout: 1, deadline: 0 } },
      attempts: { sent: 3, failures: { timeout: 3, cancelled: 0 } },
      latencyMs: { ok: null, failed: { count: 1, p50: 93_000 } },
    });
    expect(await strategySummaryOf(parts(45_000))).toMatchObject({
      requests: { failures: { timeout: 0, deadline: 1 } },
      attempts: { sent: 2, failures: { timeout: 1, cancelled: 1 } },
      latencyMs: { ok: null, failed: { count: 1, p50: 45_000 } },
      gaveUpBy: { deadline: 1 },
    });
  });
});
