import { describe, expect, test } from 'vitest';
import type { AlarmCall } from '../../harness/alarm/call.ts';
import { Alarms } from '../../harness/gateway/alarms.ts';

function watched() {
  const calls: AlarmCall[] = [];
  return {
    alarms: new Alarms({ above: 0.15, least: 20 }, (call) => calls.push(call)),
    calls,
    states: () => calls.map(({ alarm, state }) => `${alarm} ${state}`),
  };
}

describe('the share of attempts that find no capacity', () => {
  test('is told once a spell, and its end when it is below half of the bound', () => {
    const { alarms, states } = watched();
    const look = (refused: number, at: number) => alarms.look({ attempts: 100, refused }, at);
    look(15, 0);
    expect(states()).toEqual([]);
    look(16, 5000);
    look(90, 10_000);
    look(10, 15_000);
    expect(states()).toEqual(['capacity raised']);
    expect(alarms.raised).toEqual(['capacity']);
    look(7, 20_000);
    expect(states()).toEqual(['capacity raised', 'capacity cleared']);
    look(50, 25_000);
    expect(states()).toHaveLength(3);
  });

  test('says nothing of a handful of attempts, and ends when none come any more', () => {
    const { alarms, states } = watched();
    alarms.look({ attempts: 19, refused: 19 }, 0);
    expect(states()).toEqual([]);
    alarms.look({ attempts: 20, refused: 20 }, 1);
    alarms.look({ attempts: 0, refused: 0 }, 2);
    expect(states()).toEqual(['capacity raised', 'capacity cleared']);
  });
});

test('says what made the share rise since the last calm minute, where first attempts are known', () => {
  const { alarms, calls } = watched();
  const minute = (attempts: number, refused: number) => ({ attempts, refused });
  alarms.look(minute(100, 5), 0, minute(100, 5));
  // 200 attempts for 100 requests: of first attempts as many are refused as before.
  alarms.look(minute(200, 110), 5000, minute(100, 5));
  alarms.look(minute(100, 5), 10_000, minute(100, 5));
  // Twice as many requests, none made again.
  alarms.look(minute(200, 50), 15_000, minute(200, 50));
  expect(calls.filter(({ state }) => state === 'raised').map(({ message }) => message.split('; ').slice(1).join('; '))).toEqual([
    '5 % before, 55 % now, in points: own retries 50. Mostly own retries: retry less often, with longer waits between',
    '5 % before, 25 % now, in points: own demand 20. Mostly own demand: limit how many requests are under way, or ask for more quota',
  ]);
});

test('a refused key is told at once, with the model, and is over after a quiet minute', () => {
  const { alarms, calls, states } = watched();
  alarms.ended('auth', 'flagship', 1000);
  alarms.ended('auth', 'flagship', 2000);
  alarms.ended('capacity', 'flagship', 2000);
  alarms.look({ attempts: 0, refused: 0 }, 62_000);
  expect(states()).toEqual(['auth raised']);
  expect(calls[0]).toMatchObject({ at: '1970-01-01T00:00:01.000Z', message: expect.stringContaining('flagship') });
  alarms.look({ attempts: 0, refused: 0 }, 62_001);
  expect(states()).toEqual(['auth raised', 'auth cleared']);
});
