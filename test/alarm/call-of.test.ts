import { expect, test } from 'vitest';
import { callOf } from '../../harness/alarm/call-of.ts';
import type { FoundSpell } from '../../harness/alarm/found-spell.ts';
import type { AlarmCause } from '../../reports/result/alarm.ts';

const spell: FoundSpell = {
  rule: { measure: 'capacityErrorRate', jump: { from: 0.02, to: 0.15, over: 86_400_000 }, window: 3_600_000 },
  failure: undefined,
  fromMs: 600_000,
  untilMs: null,
  value: 0.16,
  most: 0.16,
  spans: undefined,
};

const cause: AlarmCause = {
  before: 0.01,
  now: 0.16,
  parts: { ownDemand: 0.1, otherTenants: 0.05, ownRetries: 0 },
  named: 'ownDemand',
  retriesBy: 'first attempts',
  demandBy: 'own requests',
};

test('a spell of a live run is told with its rule, its cause and what helps, and how long it was when it is over', () => {
  const told = { strategy: 'mine', spell, epochMs: Date.UTC(2026, 2, 2) };
  const call = { alarm: 'capacityErrorRate from 2 % to 15 % over 24h', at: '2026-03-02T00:00:00.000Z' };
  expect(callOf({ ...told, state: 'raised', cause })).toEqual({
    ...call,
    state: 'raised',
    message:
      'mine: capacityErrorRate is 16 %; 1 % before, 16 % now, in points: own demand 10, other tenants 5. Mostly own demand: limit how many requests are under way, or ask for more quota',
  });
  expect(callOf({ ...told, state: 'raised', cause: undefined }).message).toBe('mine: capacityErrorRate is 16 %');
  expect(callOf({ ...told, spell: { ...spell, untilMs: 1_200_000 }, state: 'cleared', cause: undefined })).toEqual({
    ...call,
    state: 'cleared',
    message: 'mine: over after 10m',
  });
});
