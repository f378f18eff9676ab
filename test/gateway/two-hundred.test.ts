import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createGateway } from '../../harness/gateway/gateway.ts';
import { openStrategy } from '../../harness/gateway/open-strategy.ts';
import { usualTexts } from '../../harness/gateway/texts.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { listening } from '../server/served.ts';

const run = promisify(execFile);
const peak = packagePath('examples', 'gateway', 'peak.yaml');
const total = 200;

const tools = [
  ['curl', 'sh', packagePath('examples', 'gateway', 'ask.sh')],
  ["Python's standard library", 'python3', packagePath('examples', 'gateway', 'ask.py')],
] as const;

/** So many failed, and everything that was said. */
async function ask(command: string, script: string, base: string, model: string) {
  const { stdout } = await run(command, [script], { env: { ...process.env, BASE: base, N: String(total), AT_ONCE: '8', MODEL: model } });
  const failed = /^200 requests, (\d+) failed/.exec(stdout)?.[1];
  return { failed: Number(failed ?? Number.NaN), stdout };
}

// Erlang's formula with 40 slots and 50 Erlang of others refuses 24 of 100; the second pool next to none.
describe.each(tools)('200 requests at the peak from %s', (_name, command, script) => {
  test('plain, more than one in ten fails; through the gateway less than one in a hundred, and that in our words', async () => {
    const provider = await listening(readFileSync(peak, 'utf8'));
    const plain = await ask(command, script, `${provider.url}/v1`, 'flagship');
    expect(plain.failed).toBeGreaterThan(total / 10);
    expect(plain.stdout).toContain('overloaded');

    const opened = await openStrategy({ strategy: peak, only: 'outside-users', models: [] });
    const gateway = createGateway({ ...opened, upstream: () => provider.url, modelOf: (target) => target });
    try {
      const url = await gateway.server.listen({ port: 0, host: '127.0.0.1' });
      const through = await ask(command, script, `${url}/v1`, 'assistant');
      expect(through.failed).toBeLessThan(total / 100);
      expect(through.stdout).not.toMatch(/at capacity|overload|flagship|light|floor/i);
      if (through.failed > 0) expect(through.stdout).toContain(usualTexts.busy);
      const { requests } = gateway.status();
      expect(requests.first + requests.retried + requests.switched + requests.parked).toBe(total - through.failed);
      expect(requests.retried + requests.switched).toBeGreaterThan(total / 10);
    } finally {
      await gateway.close();
    }
  });
});
