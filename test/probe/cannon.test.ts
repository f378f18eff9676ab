import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import autocannon from 'autocannon';
import { describe, expect, test } from 'vitest';
import { cannonOptions } from '../../harness/probe/cannon.ts';
import { runStep } from '../../harness/probe/step.ts';
import { byShape } from '../../harness/strategy/classify/by-shape.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { addressOf, answer, slotsServer } from './slots-server.ts';

const message = { url: new URL('http://127.0.0.1:1/'), headers: {}, body: '{}' };

describe('the trap of autocannon', () => {
  test('nothing that is asked of it makes it correct latencies', () => {
    const options = Object.keys(cannonOptions({ message, concurrency: 8, timeoutMs: 60_000, longestMs: 100_000 }));
    expect(options).not.toContain('connectionRate');
    expect(options).not.toContain('overallRate');
    expect(options).not.toContain('workers');
  });

  test('with a rate it halves the latency of a server that always takes a second; without that correction it does not', async () => {
    const server = await slotsServer({ serviceMs: 1000 });
    const settings = { url: server.url, connections: 4, duration: 3, overallRate: 8 };
    const [corrected, plain] = await Promise.all([autocannon(settings), autocannon({ ...settings, ignoreCoordinatedOmission: true })]);
    expect(corrected.latency.p50).toBeLessThan(700);
    expect(plain.latency.p50).toBeGreaterThan(950);
  });
});

test('a certificate that nobody vouches for: no request, and so no key, is sent', async () => {
  const folder = (name: string) => packagePath('test', 'probe', 'tls', name);
  let requests = 0;
  const server = createServer({ cert: readFileSync(folder('cert.pem')), key: readFileSync(folder('key.pem')) }, (_, response) => {
    requests += 1;
    response.end(answer);
  });
  const url = new URL((await addressOf(server)).replace('http:', 'https:'));
  const step = await runStep({
    message: { ...message, url, headers: { authorization: 'Bearer secret' } },
    concurrency: 3,
    stepMs: 5000,
    timeoutMs: 5000,
    pauseMs: 0,
    requests: 100,
    classify: byShape.create({}, undefined),
    signal: new AbortController().signal,
  });
  expect([step.samples, step.cutShort, requests]).toEqual([[], 'unreachable', 0]);
  expect(step.reason).toBe('its certificate is not to be trusted: DEPTH_ZERO_SELF_SIGNED_CERT');
});
