import type { Outcome } from '../../reports/result/outcome.ts';

/** Seconds that "lately" looks back. */
const lately = 60;

interface Second {
  at: number;
  attempts: number;
  refused: number;
}

/** What became of the attempts at one model. */
export class TargetBook {
  attempts = 0;
  ok = 0;
  capacityRefused = 0;
  failed = 0;
  inFlight = 0;
  readonly #seconds: Second[] = Array.from({ length: lately }, () => ({ at: -1, attempts: 0, refused: 0 }));

  sent(): void {
    this.attempts += 1;
    this.inFlight += 1;
  }

  ended(outcome: Outcome, nowMs: number): void {
    const second = this.#second(nowMs);
    const refused = outcome.class === 'capacity';
    this.inFlight -= 1;
    second.attempts += 1;
    if (refused) second.refused += 1;
    if (outcome.class === 'ok') this.ok += 1;
    else if (refused) this.capacityRefused += 1;
    else if (outcome.class !== 'cancelled') this.failed += 1;
  }

  /** Attempts that ended in the last minute, and those of them that were refused for want of capacity. */
  lately(nowMs: number): { readonly attempts: number; readonly refused: number } {
    const now = Math.floor(nowMs / 1000);
    const seen = this.#seconds.filter(({ at }) => at > now - lately && at >= 0);
    return { attempts: sum(seen, 'attempts'), refused: sum(seen, 'refused') };
  }

  #second(nowMs: number): Second {
    const at = Math.floor(nowMs / 1000);
    const second = this.#seconds[at % lately] as Second;
    if (second.at !== at) Object.assign(second, { at, attempts: 0, refused: 0 });
    return second;
  }
}

/** The last minute at all these models. */
export function latelyAt(books: Iterable<TargetBook>, nowMs: number): { readonly attempts: number; readonly refused: number } {
  const all = [...books].map((book) => book.lately(nowMs));
  return { attempts: sum(all, 'attempts'), refused: sum(all, 'refused') };
}

function sum(parts: readonly { readonly attempts: number; readonly refused: number }[], key: 'attempts' | 'refused'): number {
  return parts.reduce((total, part) => total + part[key], 0);
}
