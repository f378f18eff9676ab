import type { Pace, PaceSample } from '../../../harness/strategy/pace/pace.ts';
import { paces } from '../../../harness/strategy/pace/registry.ts';
import type { Outcome } from '../../../reports/result/outcome.ts';
import type { QuotaLeft } from '../../../sim/kernel/transport.ts';

export function paceOf(name: keyof typeof paces, written: object): Pace {
  const plugin = paces[name];
  return plugin.create(plugin.options.parse(written) as never, undefined);
}

const ok: Outcome = { class: 'ok', reason: 'ok' };
const limited: Outcome = { class: 'rate_limited', reason: 'requests' };

/** An answer, or a refusal for the rate. */
export function answer(nowMs: number, refused = false, limits?: { requests?: QuotaLeft; tokens?: QuotaLeft }): PaceSample {
  const facts = { how: 'reply', status: refused ? 429 : 200, afterTokens: 0, complete: true, ...(limits && { limits }) } as const;
  return { nowMs, outcome: refused ? limited : ok, facts };
}

/** What so many attempts of this many tokens are told at one instant, ms. */
export function waits(pace: Pace, nowMs: number, tokens: readonly number[]): number[] {
  return tokens.map((each) => pace.reserve({ nowMs, tokens: each }));
}
