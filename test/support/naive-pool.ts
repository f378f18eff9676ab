import type { Steps } from '../../sim/curves/curve.ts';
import { Inverter } from '../../sim/curves/inverter.ts';
import { eventClass } from '../../sim/kernel/clock.ts';
import type { Luck } from '../../sim/kernel/random.ts';

/** One of our attempts: when it comes, how long it holds a slot, and when it gives up waiting by itself; microseconds. */
export interface OwnAttempt {
  readonly at: number;
  readonly hold: number;
  readonly leavesAt: number | undefined;
}

export interface NaiveTenants {
  readonly load: Steps;
  readonly nominalSlots: number;
  readonly meanHold: number;
  readonly hold: (u: number) => number;
  readonly tries: number;
  readonly baseMicros: number;
  readonly batch: number;
}

export interface NaiveOptions {
  readonly luck: Luck;
  readonly name: string;
  readonly slots: Steps;
  readonly queueLength: number;
  readonly maxWait: number;
  readonly tenants: NaiveTenants | undefined;
  readonly tenantsRefused: (now: number) => boolean;
  readonly end: number;
  readonly own: readonly OwnAttempt[];
  /** Looked at then, after everything of that instant. */
  readonly samplesAt: readonly number[];
}

/** What came of it: our attempts' fates as `n what@µs`, and the pool's own figures. */
export interface PoolRecord {
  readonly log: string[];
  readonly busyAt: number[];
  readonly tenantArrivals: number;
  readonly tenantRefused: number;
  readonly spells: readonly number[];
  readonly freeArea: number;
  readonly ownArea: number;
}

interface Event {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/**
 * The pool as MODEL section 4 describes it, one event after the other: every tenant's arrival, departure, loss of patience
 * and every change of slots is an event of its own, in order of time, class and sequence.
 */
export function naivePool(options: NaiveOptions): PoolRecord & { readonly tenantTimes: readonly number[] } {
  const { luck, name, slots: curve, tenants } = options;
  const agenda: Event[] = [];
  const log: string[] = [];
  const busyAt: number[] = [];
  const tenantTimes: number[] = [];
  const spells: number[] = [];
  const queue: { readonly begin: (at: number) => void }[] = [];
  let now = Number.NEGATIVE_INFINITY;
  let slots = Math.floor(curve.value[0] as number);
  let own = 0;
  let others = 0;
  let freeArea = 0;
  let ownArea = 0;
  let arrivals = 0;
  let refused = 0;
  let spell: { from: number; last: number } | undefined;

  function schedule(at: number, order: number, run: () => void): void {
    let place = agenda.length;
    while (place > 0 && isAfter(agenda[place - 1] as Event, at, order)) place -= 1;
    agenda.splice(place, 0, { at, order, run });
  }

  function refuse(): void {
    if (now < 0 || now >= options.end) return;
    if (spell !== undefined && now - spell.last > 10_000_000) {
      spells.push((spell.last - spell.from) / 1000);
      spell = undefined;
    }
    spell = { from: spell?.from ?? now, last: now };
  }

  function serve(): void {
    while (own + others < slots) {
      const next = queue.shift();
      if (next === undefined) return;
      next.begin(now);
    }
  }

  /** A slot, a place in the queue, or a refusal; returns what takes the place back. */
  function come(begin: (at: number) => void, gone: () => void): () => void {
    if (queue.length === 0 && own + others < slots) {
      begin(now);
      return () => {};
    }
    if (queue.length >= options.queueLength) {
      gone();
      return () => {};
    }
    const waiter = { begin };
    queue.push(waiter);
    const leave = (): void => {
      const place = queue.indexOf(waiter);
      if (place < 0) return;
      queue.splice(place, 1);
      gone();
    };
    if (options.maxWait < Number.POSITIVE_INFINITY) schedule(now + options.maxWait, eventClass.timeout, leave);
    return leave;
  }

  function ownComes(n: number, { hold, leavesAt }: OwnAttempt): void {
    let cancelled = false;
    const leave = come(
      () => {
        own += 1;
        log.push(`${n} admitted@${now}`);
        schedule(now + hold, eventClass.completion, () => {
          own -= 1;
          serve();
        });
      },
      () => {
        log.push(`${n} ${cancelled ? 'left' : 'refused'}@${now}`);
        if (!cancelled) refuse();
      },
    );
    if (leavesAt === undefined) return;
    schedule(leavesAt, eventClass.timeout, () => {
      cancelled = true;
      leave();
    });
  }

  function tenantComes(j: number, tries: number, of: NaiveTenants): void {
    const counted = now >= 0 && now < options.end;
    if (counted) arrivals += 1;
    tenantTimes.push(now);
    const gone = (): void => {
      if (now >= 0 && now < options.end) refused += 1;
      refuse();
      if (tries >= of.tries) return;
      const wait = of.baseMicros * 2 ** (tries - 1) * luck.stream('tenant-waits', name).uniform(j, tries);
      schedule(now + Math.round(wait), eventClass.tenants, () => tenantComes(j, tries + 1, of));
    };
    if (options.tenantsRefused(now)) {
      gone();
      return;
    }
    come(() => {
      others += 1;
      const left = now + Math.round(of.hold(luck.stream('tenant-holds', name).uniform(j, 0)));
      tenantTimes.push(left);
      schedule(left, eventClass.completion, () => {
        others -= 1;
        serve();
      });
    }, gone);
  }

  function batches(of: NaiveTenants): void {
    const from = -Math.round(Math.max(10 * of.meanHold, 60_000_000));
    const perSecond = of.nominalSlots / (of.meanHold / 1e6) / of.batch;
    const inverter = new Inverter(of.load, { scale: perSecond, fromMicros: from });
    for (let k = 0; ; k++) {
      const at = Math.round(inverter.next(-Math.log(luck.stream('tenant-arrivals', name).uniform(k, 0))));
      if (at > last) return;
      // They come together, the one with the highest number first.
      for (let i = of.batch - 1; i >= 0; i--) schedule(at, eventClass.tenants, () => tenantComes(k * of.batch + i, 1, of));
    }
  }

  const last = Math.max(...options.samplesAt);
  if (tenants !== undefined) batches(tenants);
  for (let i = 1; i < curve.atMicros.length; i++) {
    schedule(curve.atMicros[i] as number, eventClass.capacity, () => {
      slots = Math.floor(curve.value[i] as number);
      serve();
    });
  }
  for (const [n, attempt] of options.own.entries()) schedule(attempt.at, eventClass.arrival, () => ownComes(n, attempt));
  for (const at of options.samplesAt) schedule(at, eventClass.arrival + 1, () => busyAt.push(own + others));
  for (;;) {
    const next = agenda[0];
    if (next === undefined || next.at > last) break;
    agenda.shift();
    if (next.at > Math.max(0, now)) {
      const passed = next.at - Math.max(0, now);
      freeArea += Math.max(0, slots - own - others) * passed;
      ownArea += own * passed;
    }
    now = next.at;
    next.run();
  }
  if (spell !== undefined) spells.push((spell.last - spell.from) / 1000);
  return { log, busyAt, tenantArrivals: arrivals, tenantRefused: refused, spells, freeArea, ownArea, tenantTimes };
}

function isAfter(event: Event, at: number, order: number): boolean {
  return event.at > at || (event.at === at && event.order > order);
}
