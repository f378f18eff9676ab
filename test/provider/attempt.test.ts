import { describe, expect, it } from 'vitest';
import { world } from '../support/provider-world.ts';
import { model, paced, pool } from '../support/scenario.ts';

/** First token after 1 s, then one every 0.5 s: four of them at 1, 1.5, 2, 2.5 s, the end at 3 s. */
const fourTokens = { models: { big: paced(1000, 500) } };

describe('the way there and back', () => {
  it('takes half a round trip each, and the slot is held in between', () => {
    const one = world({ network: { rtt: 20 } });
    one.send(0);
    expect(one.busy([10, 10.001, 1010, 1010.001])).toEqual([0, 1, 1, 0]);
    expect(one.run()).toEqual(['0 first@0.22', '0 ok/answered@1.02 4']);
  });

  it('is also that of a refusal, which leaves the provider after `refuseAfter`', () => {
    const one = world({ network: { rtt: 20 }, models: { big: model({ refuseAfter: 10 }) } });
    one.send(0);
    one.send(5);
    expect(one.run()).toEqual(['1 capacity/overloaded@0.035 0', '0 first@0.22', '0 ok/answered@1.02 4']);
  });

  it('is nothing without a round trip: what needs no time is answered before `send` returns', () => {
    const one = world({ models: { big: model({ service: 0 }) } });
    one.send(7);
    one.clock.runUntil(7000);
    expect(one.log).toEqual(['0 first@0.007', '0 ok/answered@0.007 4']);
    expect(one.clock.fired).toBe(1);
  });
});

describe('a slot', () => {
  it.each([
    // second attempt sent at, ms · what it comes to
    [999.999, '1 capacity/overloaded@0.999999 0'],
    [1000, '1 ok/answered@2 4'],
  ])('that is freed at 1 s, for an arrival at %d ms', (sentMs, expected) => {
    const one = world();
    one.send(0);
    one.send(sentMs);
    expect(one.run()).toContain(expected);
  });

  it('freed at t serves an arrival at t that was scheduled before', () => {
    const one = world({ network: { rtt: 20 } });
    one.send(1000);
    one.send(0);
    expect(one.run()).toEqual(['1 first@0.22', '1 ok/answered@1.02 4', '0 first@1.22', '0 ok/answered@2.02 4']);
  });
});

describe('tokens', () => {
  it('come one a step, the end one step after the last', () => {
    const one = world(fourTokens);
    one.send(0, { watchFirst: true });
    one.clock.runUntil(1_000_000);
    expect(one.log).toEqual(['0 first@1']);
    expect(one.run()).toEqual(['0 first@1', '0 ok/answered@3 4']);
  });

  it('that nobody watches are told with the end, with their own time', () => {
    const one = world({ ...fourTokens, network: { rtt: 20 } });
    one.send(0);
    one.clock.runUntil(3_019_999);
    expect(one.log).toEqual([]);
    expect(one.run()).toEqual(['0 first@1.02', '0 ok/answered@3.02 4']);
  });

  it.each([
    // cancelled at, ms · first token heard · tokens produced until the provider hears of it · slot freed at, ms
    [0.5, [], 0, 10.5],
    [5, [], 0, 15],
    [999, [], 0, 1009],
    [1005, [], 1, 1015],
    [1015, [], 1, 1025],
    [1020, ['0 first@1.02'], 1, 1030],
    [1499, ['0 first@1.02'], 1, 1509],
    [1500, ['0 first@1.02'], 2, 1510],
    [2995, ['0 first@1.02'], 4, 3005],
    [3000, ['0 first@1.02'], 4, 3010],
    // The answer is on its way: the slot has been given back already.
    [3015, ['0 first@1.02'], 4, 3010],
  ])('cancelled at %d ms', (cancelMs, first, tokens, freedMs) => {
    const one = world({ ...fourTokens, network: { rtt: 20 } });
    one.send(0);
    one.cancel(0, cancelMs);
    const arrived = 10;
    expect(one.busy([Math.max(freedMs, arrived + 0.001), Math.max(freedMs, arrived) + 0.001])).toEqual([1, 0]);
    expect(one.run()).toEqual([...first, `0 cancelled@${cancelMs / 1000} ${tokens}`]);
    const natural = cancelMs >= 3000;
    expect(one.counts()).toEqual({
      arrived: 1,
      admitted: 1,
      inFlightMax: 1,
      holding: (freedMs - arrived) * 1000,
      [natural ? 'completed' : 'cancelled']: 1,
    });
    expect(one.billed).toEqual([`0 10+${tokens}@${freedMs / 1000}`]);
  });

  it('cancelled where the model finishes what it began: the slot stays taken and all is billed', () => {
    const one = world({ network: { rtt: 20 }, models: { big: paced(1000, 500, { onCancel: 'finish' }) } });
    one.send(0);
    one.cancel(0, 1300);
    expect(one.busy([3010, 3010.001])).toEqual([1, 0]);
    expect(one.run()).toEqual(['0 first@1.02', '0 cancelled@1.3 1']);
    expect(one.billed).toEqual(['0 10+4@3.01']);
    expect(one.counts()).toEqual({ arrived: 1, admitted: 1, completed: 1, inFlightMax: 1, holding: 3_000_000 });
  });
});

describe('cancelled', () => {
  it('on the way there, it still arrives, and leaves when the cancel arrives', () => {
    const one = world({ network: { rtt: 20 } });
    one.send(0);
    one.cancel(0, 4);
    expect(one.busy([10.001, 14, 14.001])).toEqual([1, 1, 0]);
    expect(one.run()).toEqual(['0 cancelled@0.004 0']);
  });

  it('on the way there to a full pool, nobody hears of the refusal', () => {
    const one = world({ network: { rtt: 20 } });
    one.send(0);
    one.send(0);
    one.cancel(1, 4);
    expect(one.run()).toEqual(['1 cancelled@0.004 0', '0 first@0.22', '0 ok/answered@1.02 4']);
    expect(one.counts()).toMatchObject({ arrived: 2, admitted: 1, capacityRefused: 1 });
  });

  it('while a refusal is on its way back', () => {
    const one = world({ network: { rtt: 20 } });
    one.send(0);
    one.send(0);
    one.cancel(1, 15);
    expect(one.run()).toEqual(['1 cancelled@0.015 0', '0 first@0.22', '0 ok/answered@1.02 4']);
  });

  it('in the queue, the place is free when the cancel arrives', () => {
    const one = world({ network: { rtt: 20 }, pools: { big: pool(1, { queue: { length: 1 } }) } });
    one.send(0);
    one.send(0);
    one.cancel(1, 100);
    // Arrive at 109.999 ms and 110 ms: full, and free.
    one.send(99.999);
    one.send(100);
    expect(one.run()).toEqual([
      '1 cancelled@0.1 0',
      '2 capacity/overloaded@0.119999 0',
      '0 first@0.22',
      '0 ok/answered@1.02 4',
      '3 first@1.22',
      '3 ok/answered@2.02 4',
    ]);
    expect(one.counts()).toMatchObject({ arrived: 4, admitted: 2, queueCancelled: 1, capacityRefused: 1 });
  });

  it('in the queue, and served before the cancel arrives: holds the slot until then', () => {
    const one = world({ network: { rtt: 20 }, pools: { big: pool(1, { queue: { length: 1 } }) } });
    one.send(0);
    one.send(0);
    one.cancel(1, 1005);
    expect(one.busy([1015, 1015.001])).toEqual([1, 0]);
    expect(one.run()).toEqual(['1 cancelled@1.005 0', '0 first@0.22', '0 ok/answered@1.02 4']);
    expect(one.counts()).toMatchObject({ admitted: 2, completed: 1, cancelled: 1 });
  });
});
