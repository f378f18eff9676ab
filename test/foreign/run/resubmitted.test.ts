import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runClient } from '../../../harness/testing/run-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'a job again '));
afterAll(() => rmSync(folder, { recursive: true }));

/** Sends two at once and is over with the first of them, even with a refusal; the other one is still under way when the job comes again. */
const hedging = `
export default async ({ model, messages }, { baseURL, fetch }) => {
  const ask = async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(\`\${baseURL}/chat/completions\`, { method: 'POST', headers, body: JSON.stringify({ model, messages }) });
    await response.json();
  };
  await Promise.race([ask(), ask()]);
};`;

test('what is still under way when its job is submitted again belongs to the first time', async () => {
  const file = join(folder, 'hedging.mjs');
  writeFileSync(file, hedging);
  const day = await runClient(file, {
    time: { length: '60s' },
    replications: 1,
    provider: { network: { rtt: '0ms' }, models: { big: { slots: 3, service: '2005ms' } } },
    workload: { arrivals: { batch: { jobs: 2, at: '0s', workers: 2 } }, stream: false },
  });
  expect(day.failure).toBeNull();
  // Of four attempts three have a slot. One job is over with its refusal; what is answered for that after 2005 ms does not answer
  // for the job's next time, which has to have an answer of its own: its two attempts make five.
  expect(day.attempts.sent).toBe(2 * day.requests.offered);
  expect(day.requests.ok).toBe(2);
  expect(day.attempts.ok).toBe(5);
  for (const { count, of } of day.conduct) expect(count).toBeLessThanOrEqual(of);
});
