import { byShape } from '../../harness/strategy/classify/by-shape.ts';
import { scopeFor } from '../../sim/curves/scope.ts';
import { type EventClass, eventClass, after as later } from '../../sim/kernel/clock.ts';
import { Luck } from '../../sim/kernel/random.ts';
import type { Attempt, Sent, WireFacts } from '../../sim/kernel/transport.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';
import type { Counts } from '../../sim/provider/counts.ts';
import type { Pool } from '../../sim/provider/pool.ts';
import { createProvider, type Provider } from '../../sim/provider/provider.ts';
import type { ProviderSpec } from '../../sim/provider/spec.ts';
import { provider as providerSpec } from './scenario.ts';

export interface SendOptions {
  readonly model?: string;
  readonly input?: number;
  readonly output?: number;
  readonly maxTokens?: number;
  readonly stream?: boolean;
  readonly number?: number;
  readonly maxHeaderMs?: number;
  readonly maxIdleMs?: number;
  readonly watchFirst?: boolean;
}

/** One provider, attempts sent by hand, and everything that was heard of them. */
export interface World {
  readonly clock: VirtualClock;
  readonly provider: Provider;
  /** `entity first@s` and `entity class/reason@s tokens`, in the order in which they were heard. */
  readonly log: string[];
  readonly facts: Map<number, WireFacts>;
  readonly billed: string[];
  /** Sends attempt number `entity` (they count from 0) at this time, ms. */
  send(atMs: number, options?: SendOptions): number;
  /** Cancels it at this time; what `cancel` returned is logged as `entity cancelled@s tokens`. */
  cancel(entity: number, atMs: number, order?: EventClass): void;
  /** Runs to the end and returns the log. */
  run(): string[];
  /** Busy slots of the pool just before these times, ms. */
  busy(atMs: readonly number[], pool?: string): number[];
  /** The counts that are not 0. */
  counts(): Partial<Counts>;
  pool(name?: string): Pool;
}

export function world(
  spec: Partial<ProviderSpec> = {},
  options: { readonly lengthMs?: number; readonly seed?: number; readonly startsAtMs?: number } = {},
): World {
  const { lengthMs = 3_600_000, seed = 1, startsAtMs = 0 } = options;
  const clock = new VirtualClock();
  const billed: string[] = [];
  const log: string[] = [];
  const facts = new Map<number, WireFacts>();
  const sent = new Map<number, Sent>();
  const classify = byShape.create({}, undefined);
  const provider = createProvider('', providerSpec(spec), {
    clock,
    luck: new Luck(seed, 0),
    calendar: scopeFor({ start: '2026-03-02T00:00', zone: 'UTC', length: lengthMs, seed, replication: 0, folder: '.' }),
    startsAt: startsAtMs * 1000,
    end: lengthMs * 1000,
    billed: (attempt, _model, input, output) => billed.push(`${attempt.request.entity} ${input}+${output}@${seconds(clock)}`),
  });
  let entities = 0;

  function send(atMs: number, how: SendOptions = {}): number {
    const entity = entities++;
    const { model = 'big', input = 10, output = 4, maxTokens = output, stream = true, number = 0, ...rest } = how;
    const attempt: Attempt = {
      request: { entity, inputTokens: input, outputTokens: output, maxTokens, stream },
      target: model,
      number,
      ...rest,
    };
    const go = (): void => {
      const listener = {
        first: (at: number) => log.push(`${entity} first@${at / 1e6}`),
        end: (end: { facts: WireFacts; tokens: number }) => {
          const outcome = classify(end.facts);
          facts.set(entity, end.facts);
          log.push(`${entity} ${outcome.class}/${outcome.reason}@${seconds(clock)} ${end.tokens}`);
        },
      };
      const under = provider.send(model)?.(attempt, listener);
      if (under !== undefined) sent.set(entity, under);
    };
    later(clock, atMs * 1000 - clock.now(), go, eventClass.arrival);
    return entity;
  }

  const pool = (name = 'big'): Pool => {
    const one = provider.pools.get(name);
    if (one === undefined) throw new Error(`no pool ${name}`);
    return one;
  };

  return {
    clock,
    provider,
    log,
    facts,
    billed,
    send,
    cancel(entity, atMs, order = eventClass.timeout) {
      const go = (): void => {
        const tokens = sent.get(entity)?.cancel('caller');
        log.push(`${entity} cancelled@${seconds(clock)} ${tokens}`);
      };
      later(clock, Math.round(atMs * 1000), go, order);
    },
    run() {
      while (clock.step());
      return log;
    },
    busy(atMs, name) {
      return atMs.map((ms) => {
        clock.runUntil(ms * 1000 - 1);
        pool(name).observe();
        return pool(name).busy;
      });
    },
    counts: () => Object.fromEntries(Object.entries(provider.counts).filter(([, count]) => count !== 0)),
    pool,
  };
}

function seconds(clock: VirtualClock): number {
  return clock.now() / 1e6;
}
