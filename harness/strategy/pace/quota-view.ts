import type { QuotaLeft } from '../../../sim/kernel/transport.ts';
import type { PaceAsk } from './pace.ts';

/** One quota as its answers tell of it. Times in ms of the clock, amounts in requests or tokens. */
export interface QuotaView {
  /** The first instant from `nowMs` on at which an attempt of this cost may go, after all who wait. */
  earliest(nowMs: number, cost: number): number;
  /** Takes the place at an instant that is not before `earliest`. */
  take(ask: PaceAsk, atMs: number, cost: number): void;
  /** The attempt was not sent. */
  giveBack(ask: PaceAsk): void;
  told(nowMs: number, left: QuotaLeft): void;
}

/** What is known, and foreseen of those who wait. */
interface View {
  /** Minus infinity: nothing is known, or all is whole and nothing bounds anybody. */
  readonly wholeMs: number;
  readonly left: number;
  /** Nobody goes before. */
  readonly nextMs: number;
  /** How many answers it rests on. */
  readonly answers: number;
}

interface Place {
  readonly atMs: number;
  readonly cost: number;
  readonly before: View;
  /** Undefined: given back. */
  holder: PaceAsk | undefined;
}

const never = Number.NEGATIVE_INFINITY;

/**
 * Between two answers it counts down what is left and goes on from one reset to the next. `spread`: what is left goes evenly
 * until the reset.
 */
export function createQuotaView(spread: boolean): QuotaView {
  let view: View = { wholeMs: never, left: 0, nextMs: never, answers: 0 };
  /** The reset that the latest answer told. */
  let toldMs = never;
  /** The most that was ever said to be left, and the longest time until all was whole. */
  let most = 1;
  let longestMs = 0;
  /** Of those who wait, in the order in which they go. */
  let places: Place[] = [];

  function pass(nowMs: number): void {
    if (places.length > 0 && (places[0] as Place).atMs <= nowMs) places = places.filter(({ atMs }) => atMs > nowMs);
    if (places.length === 0 && nowMs >= view.wholeMs) view = { ...view, wholeMs: never, nextMs: never };
  }

  /** What those who go at `fromMs` or later take. */
  function takenFrom(fromMs: number): number {
    return places.reduce((sum, { atMs, cost, holder }) => (holder === undefined || atMs < fromMs ? sum : sum + cost), 0);
  }

  return {
    earliest(nowMs, cost) {
      pass(nowMs);
      const { wholeMs, left, nextMs } = view;
      if (wholeMs === never) return nowMs;
      const at = Math.max(nowMs, nextMs, places.at(-1)?.atMs ?? never);
      // More than there ever is goes alone, when all is there.
      return at >= wholeMs || left >= cost ? at : wholeMs;
    },
    take(ask, atMs, cost) {
      if (view.wholeMs === never) return;
      const begins = atMs >= view.wholeMs;
      const wholeMs = begins ? atMs + longestMs : view.wholeMs;
      const left = begins ? most - takenFrom(atMs) : view.left;
      const gapMs = spread && left > 0 ? ((wholeMs - atMs) * Math.min(cost, left)) / left : 0;
      if (atMs > ask.nowMs) places.push({ atMs, cost, before: view, holder: ask });
      view = { ...view, wholeMs, left: left - cost, nextMs: atMs + gapMs };
    },
    giveBack(ask) {
      const place = places.findLast(({ holder }) => holder === ask);
      if (place === undefined) return;
      place.holder = undefined;
      // The last places are as if they had never been taken, unless an answer has told better since.
      for (let end = places.at(-1); end !== undefined && end.holder === undefined; end = places.at(-1)) {
        places.pop();
        view = end.before.answers === view.answers ? end.before : { ...view, left: view.left + end.cost };
      }
    },
    told(nowMs, { remaining, resetMs }) {
      pass(nowMs);
      most = Math.max(most, remaining);
      const at = nowMs + resetMs;
      if (resetMs <= 0 || at < toldMs) return;
      toldMs = at;
      longestMs = Math.max(longestMs, resetMs);
      view = { wholeMs: at, left: remaining - takenFrom(nowMs), nextMs: view.nextMs, answers: view.answers + 1 };
    },
  };
}
