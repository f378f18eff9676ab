import assert from 'node:assert/strict';
import type { Outcome } from '../../../reports/result/outcome.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';
import type { Pace } from '../../strategy/pace/pace.ts';
import { type Driver, dice, finite, pick, steps } from './driver.ts';

const uniform = dice('pace');
const ok: Outcome = { class: 'ok', reason: 'ok' };
const limited: Outcome = { class: 'rate_limited', reason: 'requests' };
const cancelled: Outcome = { class: 'cancelled', reason: 'caller' };
/** A part that makes nobody wait longer than this is one that lets attempts go. */
const longestMs = 366 * 86_400_000;

/** 10,000 attempts with jumps of the clock; refusals for the rate come in spells, and some places are given back. */
export const paceDriver: Driver<Pace, undefined> = {
  scope: () => undefined,
  drive(part) {
    const said: number[] = [];
    let nowMs = 0;
    for (let step = 0; step < steps; step++) {
      nowMs += uniform(step) < 0.001 ? 3_600_000 : Math.round(uniform(step, 1) * 400_000) / 1000;
      const ask = { nowMs, tokens: Math.floor(uniform(step, 2) * 4000) };
      const wait = part.reserve(ask);
      finite(`reserve at ${nowMs} ms`, wait);
      assert.ok(wait <= longestMs, `reserve at ${nowMs} ms: expected an attempt to go within a year, found a wait of ${wait} ms`);
      said.push(wait);
      // Nobody waits for ever: who would wait too long leaves.
      if (wait > 60_000 || uniform(step, 3) < 0.1) part.release(ask);
      else part.ended(endAt(nowMs, step));
    }
    return said;
  },
};

function endAt(nowMs: number, step: number): { nowMs: number; outcome: Outcome; facts: WireFacts | undefined } {
  const luck = uniform(step, 4);
  if (luck < 0.05) return { nowMs, outcome: cancelled, facts: undefined };
  const refused = step % 100 < 20 && luck < 0.5;
  const remaining = refused ? 0 : pick([0, 3, 14, 90], uniform(step, 5));
  const limits = {
    requests: { remaining, resetMs: 700 * (15 - Math.min(14, remaining)) },
    tokens: { remaining: remaining * 900, resetMs: 5000 },
  };
  const facts: WireFacts = { how: 'reply', status: refused ? 429 : 200, afterTokens: 0, complete: true, limits };
  return { nowMs, outcome: refused ? limited : ok, facts };
}
