import { describe, expect, it } from 'vitest';
import type { ScriptReply } from '../../sim/provider/spec.ts';
import { type SendOptions, world } from '../support/provider-world.ts';
import { model, paced, pool, script } from '../support/scenario.ts';

/** First token after 1 s, then one every 0.5 s: four of them at 1, 1.5, 2, 2.5 s, the end at 3 s. */
const fourTokens = { models: { big: paced(1000, 500) } };

describe('faults while the slot is held', () => {
  const stream = { stream: true };
  const plain = { stream: false };

  it.each<[ScriptReply, SendOptions, string[], number, number]>([
    // reply · what was sent · heard · slot freed at, ms · tokens billed
    ['ok', stream, ['0 first@1.02', '0 ok/answered@3.02 4'], 3010, 4],
    ['ok', plain, ['0 first@1.02', '0 ok/answered@3.02 4'], 3010, 4],
    [{ cut: 0 }, stream, ['0 truncated/cut@0.02 0'], 10, 0],
    [{ cut: 2 }, stream, ['0 first@1.02', '0 truncated/cut@1.52 2'], 1510, 2],
    [{ cut: 9 }, stream, ['0 first@1.02', '0 truncated/cut@2.52 4'], 2510, 4],
    [{ cut: 2 }, plain, ['0 truncated/cut@1.52 0'], 1510, 2],
    [{ stall: 5000 }, stream, ['0 truncated/cut@5.02 0'], 5010, 0],
    [{ stall: 5000, after: 2 }, stream, ['0 first@1.02', '0 truncated/cut@6.52 2'], 6510, 2],
    [{ malformed: 0 }, stream, ['0 malformed/unreadable@1.02 0'], 1010, 0],
    [{ malformed: 3 }, stream, ['0 first@1.02', '0 malformed/unreadable@2.02 3'], 2010, 3],
    [{ malformed: 3 }, plain, ['0 malformed/unreadable@2.02 0'], 2010, 3],
    [{ reset: 0 }, stream, ['0 connection/reset@0.02 0'], 10, 0],
    [{ reset: 1 }, stream, ['0 first@1.02', '0 connection/reset@1.02 1'], 1010, 1],
    [{ reset: 1 }, plain, ['0 connection/reset@1.02 0'], 1010, 1],
    [{ empty: true }, stream, ['0 malformed/empty@1.02 0'], 1010, 0],
    [{ empty: true }, plain, ['0 malformed/empty@1.02 0'], 1010, 0],
    [{ slow: 3 }, stream, ['0 first@3.02', '0 ok/answered@9.02 4'], 9010, 4],
    [{ refuse: 'stream-overload' }, stream, ['0 capacity/overloaded@0.02 0'], 10, 0],
    [{ refuse: 'stream-overload' }, plain, ['0 capacity/overloaded@0.02 0'], 10, 0],
  ])('%j, %j', (reply, how, heard, freedMs, tokens) => {
    const one = world({ ...fourTokens, network: { rtt: 20 }, faults: [script(['big'], [reply])] });
    one.send(0, how);
    expect(one.run()).toEqual(heard);
    expect(one.billed).toEqual([`0 10+${tokens}@${freedMs / 1000}`]);
    expect(one.counts()).toMatchObject({ admitted: 1, [reply === 'ok' || 'slow' in Object(reply) ? 'completed' : 'cutOrFailed']: 1 });
  });

  it('a refusal of a script comes inside the stream where it says so and one is asked for; no slot is taken', () => {
    const replies: ScriptReply[] = [{ refuse: 'quota', inStream: true }];
    const one = world({ ...fourTokens, network: { rtt: 20 }, faults: [script(['big'], replies)] });
    one.send(0, stream);
    one.send(0, plain);
    expect(one.run()).toEqual(['0 quota/balance@0.02 0', '1 quota/balance@0.02 0']);
    expect([one.facts.get(0)?.how, one.facts.get(0)?.status]).toEqual(['stream', 200]);
    expect([one.facts.get(1)?.how, one.facts.get(1)?.status]).toEqual(['reply', 429]);
    expect(one.counts()).toEqual({ arrived: 2, faulted: 2 });
  });

  it('an overload inside a plain reply has a status of its own', () => {
    const one = world({ faults: [script(['big'], [{ refuse: 'stream-overload' }])] });
    one.send(0, plain);
    one.send(0, stream);
    one.run();
    expect([one.facts.get(0)?.status, one.facts.get(1)?.status]).toEqual([503, 200]);
  });

  it.each([stream, plain])('a hang is never answered and keeps its slot until the client leaves (%j)', (how) => {
    const one = world({ ...fourTokens, network: { rtt: 20 }, faults: [script(['big'], [{ refuse: 'hang' }])] });
    one.send(0, how);
    one.cancel(0, 30_000);
    expect(one.busy([30_010, 30_010.001])).toEqual([1, 0]);
    expect(one.run()).toEqual(['0 cancelled@30 0']);
    expect(one.billed).toEqual(['0 10+0@30.01']);
  });

  it('a hang whose client never leaves is in service at the end', () => {
    const one = world({ faults: [script(['big'], [{ refuse: 'hang' }])] });
    one.send(0);
    expect(one.run()).toEqual([]);
    expect(one.counts()).toMatchObject({ admitted: 1, inService: 1 });
  });
});

describe('refusals for want of capacity', () => {
  const half = { capacityAs: { status: 0, stream: 1 } };
  const late = { capacityAs: { status: 0, stream: 0, streamAfter: { share: 1, tokens: 3 } } };
  const refuse = { pools: { big: pool(0) } };

  it.each<[string, Parameters<typeof paced>[2], SendOptions, string[], number, number]>([
    // how · heard · status · tokens before it
    ['a status', {}, {}, ['0 capacity/overloaded@0.03 0'], 503, 0],
    ['an event in the stream, early', half, {}, ['0 capacity/overloaded@0.03 0'], 200, 0],
    ['a plain reply has no stream', half, { stream: false }, ['0 capacity/overloaded@0.03 0'], 503, 0],
    ['an event after some tokens', late, {}, ['0 first@1.02', '0 capacity/overloaded@2.02 3'], 200, 3],
    ['an event after all tokens of a short answer', late, { output: 2 }, ['0 first@1.02', '0 capacity/overloaded@1.52 2'], 200, 2],
    [
      'headers come with the stream, not with its end',
      late,
      { maxHeaderMs: 100 },
      ['0 first@1.02', '0 capacity/overloaded@2.02 3'],
      200,
      3,
    ],
    ['silence before the first token', late, { maxIdleMs: 600 }, ['0 timeout/idle@0.62 0'], 200, 0],
  ])('%s', (_name, changes, how, heard, status, tokens) => {
    const one = world({ ...refuse, network: { rtt: 20 }, models: { big: paced(1000, 500, { refuseAfter: 10, ...changes }) } });
    one.send(0, how);
    expect(one.run()).toEqual(heard);
    expect(one.facts.get(0)).toMatchObject({ status, afterTokens: tokens });
    expect(one.counts()).toEqual({ arrived: 1, capacityRefused: 1 });
    expect(one.billed).toEqual([]);
  });

  it('tokens seen before a late one are known to a client that leaves', () => {
    const one = world({ ...refuse, models: { big: paced(1000, 500, late) } });
    one.send(0);
    one.cancel(0, 1500);
    expect(one.run()).toEqual(['0 first@1', '0 cancelled@1.5 2']);
  });

  it('take their forms in the shares given', () => {
    const one = world({
      ...refuse,
      models: { big: model({ capacityAs: { status: 0.5, stream: 0.4, streamAfter: { share: 0.1, tokens: 3 } } }) },
    });
    for (let i = 0; i < 4000; i++) one.send(i);
    one.run();
    const forms = { status: 0, stream: 0, late: 0 };
    for (const { status, afterTokens } of one.facts.values()) forms[status === 503 ? 'status' : afterTokens === 0 ? 'stream' : 'late'] += 1;
    // Four standard deviations of a binomial count.
    expect(Math.abs(forms.status - 2000)).toBeLessThan(4 * Math.sqrt(1000));
    expect(Math.abs(forms.stream - 1600)).toBeLessThan(4 * Math.sqrt(960));
    expect(Math.abs(forms.late - 400)).toBeLessThan(4 * Math.sqrt(360));
  });

  it('say when to come again where the model does', () => {
    const one = world({ ...refuse, models: { big: model({ retryAfter: 2000 }) } });
    one.send(0);
    one.run();
    expect(one.facts.get(0)?.retryAfterMs).toBe(2000);
  });
});
