import { describe, expect, it } from 'vitest';
import type { ScriptReply } from '../../sim/provider/spec.ts';
import { type SendOptions, world } from '../support/provider-world.ts';
import { paced, pool, script } from '../support/scenario.ts';

/** First token after 1 s, then one every 0.5 s: four of them at 1, 1.5, 2, 2.5 s, the end at 3 s. */
const fourTokens = { models: { big: paced(1000, 500) } };

describe('bounds on silence', () => {
  it.each<[string, SendOptions, ScriptReply, string[]]>([
    // A plain reply has its headers with its body.
    ['headers, plain', { stream: false, maxHeaderMs: 2000 }, 'ok', ['0 timeout/headers@2 0']],
    ['headers with the answer itself', { stream: false, maxHeaderMs: 3020 }, 'ok', ['0 first@1.02', '0 ok/answered@3.02 4']],
    // Those of a stream come with its admission.
    ['headers, stream', { maxHeaderMs: 20 }, 'ok', ['0 first@1.02', '0 ok/answered@3.02 4']],
    ['headers, stream, too short', { maxHeaderMs: 19 }, 'ok', ['0 timeout/headers@0.019 0']],
    ['headers, hang', { maxHeaderMs: 2000 }, { refuse: 'hang' }, ['0 timeout/headers@2 0']],
    ['headers of a refusal', { maxHeaderMs: 15 }, { refuse: 'server_error' }, ['0 timeout/headers@0.015 0']],
    ['idle before the first token', { maxIdleMs: 999 }, 'ok', ['0 timeout/idle@1.019 0']],
    ['idle as long as the first token takes', { maxIdleMs: 1000 }, 'ok', ['0 first@1.02', '0 ok/answered@3.02 4']],
    ['idle between two tokens', { maxIdleMs: 499 }, { stall: 60_000, after: 2 }, ['0 timeout/idle@0.519 0']],
    ['idle in a stall', { maxIdleMs: 1000 }, { stall: 60_000, after: 2 }, ['0 first@1.02', '0 timeout/idle@2.52 2']],
    ['idle in a stall before any token', { maxIdleMs: 700 }, { stall: 60_000 }, ['0 timeout/idle@0.72 0']],
    ['no bound on a plain reply', { stream: false, maxIdleMs: 10 }, 'ok', ['0 first@1.02', '0 ok/answered@3.02 4']],
  ])('%s', (_name, how, reply, heard) => {
    const one = world({ ...fourTokens, network: { rtt: 20 }, faults: [script(['big'], [reply])] });
    one.send(0, how);
    expect(one.run()).toEqual(heard);
    expect(one.counts().inService ?? 0).toBe(0);
  });

  it.each([
    // first token ms, step ms, tokens, idle ms, heard
    [100, 800, 4, 700, ['0 first@0.1', '0 timeout/idle@0.8 1']],
    // The end comes one step after the last token, and ends the silence like a token.
    [100, 800, 1, 700, ['0 first@0.1', '0 timeout/idle@0.8 1']],
    [100, 800, 1, 800, ['0 first@0.1', '0 ok/answered@0.9 1']],
  ])('idle between tokens: first after %d ms, then every %d ms, %d of them, at most %d ms', (first, step, output, maxIdleMs, heard) => {
    const one = world({ models: { big: paced(first, step) } });
    one.send(0, { output, maxIdleMs });
    expect(one.run()).toEqual(heard);
  });

  it('the slot comes back half a round trip after the client has hung up', () => {
    const one = world({ ...fourTokens, network: { rtt: 20 } });
    one.send(0, { maxIdleMs: 700 });
    expect(one.busy([730, 730.001])).toEqual([1, 0]);
    expect(one.counts()).toMatchObject({ admitted: 1, cancelled: 1 });
  });

  it('stays taken where the model finishes what it began', () => {
    const one = world({ network: { rtt: 20 }, models: { big: paced(1000, 500, { onCancel: 'finish' }) } });
    one.send(0, { maxIdleMs: 700 });
    expect(one.busy([3010, 3010.001])).toEqual([1, 0]);
    expect(one.billed).toEqual(['0 10+4@3.01']);
  });

  it('a client in the queue hangs up before it hears of it: its place is free for its next try', () => {
    const one = world({ pools: { big: pool(1, { queue: { length: 1 } }) } });
    one.send(0);
    one.send(0, { maxHeaderMs: 300 });
    one.send(300);
    expect(one.run()).toEqual(['1 timeout/headers@0.3 0', '0 first@0.2', '0 ok/answered@1 4', '2 first@1.2', '2 ok/answered@2 4']);
    expect(one.counts()).toMatchObject({ queueCancelled: 1, completed: 2 });
  });

  it('a client in the queue that has hung up is still served when its turn comes before the news', () => {
    const one = world({ network: { rtt: 20 }, pools: { big: pool(1, { queue: { length: 1 } }) } });
    one.send(0);
    one.send(0, { maxHeaderMs: 1005 });
    expect(one.run()).toEqual(['1 timeout/headers@1.005 0', '0 first@0.22', '0 ok/answered@1.02 4']);
    expect(one.billed).toEqual(['0 10+4@1.01', '1 10+0@1.015']);
  });
});
