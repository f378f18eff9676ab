import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { AttemptRecord, Watcher } from '../attempt-record.ts';
import type { Target } from '../life.ts';
import type { World } from '../world.ts';
import { poolsOf } from './pool-at.ts';
import { Times } from './times.ts';

/**
 * The world as Prometheus reads it, made when it is asked for; only times are gathered as they come. Labels are the pools,
 * models, limits and outcomes that there are: nothing that a client sends makes a series.
 */
export class Metrics implements Watcher {
  readonly #registry = new Registry();
  readonly #world: World;
  readonly #firstToken = new Times({
    name: 'at_capacity_first_token_seconds',
    help: 'From a request to the first token of its stream',
    labelNames: ['model'],
  });
  readonly #answer = new Times({
    name: 'at_capacity_answer_seconds',
    help: 'From a request to the end of its answer, or to the moment at which its client left',
    labelNames: ['model', 'outcome'],
  });

  constructor(world: World, { processMetrics = false }: { readonly processMetrics?: boolean | undefined } = {}) {
    this.#world = world;
    this.#pools();
    this.#models();
    this.#requests();
    if (processMetrics) collectDefaultMetrics({ register: this.#registry });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    return `${await this.#registry.metrics()}\n${this.#firstToken.text()}\n${this.#answer.text()}`;
  }

  attempt({ model, outcome, receivedAt, firstTokenAt, endedAt }: Readonly<AttemptRecord>): void {
    if (firstTokenAt !== undefined) this.#firstToken.observe((firstTokenAt - receivedAt) / 1e6, model);
    this.#answer.observe((endedAt - receivedAt) / 1e6, model, outcome);
  }

  /** As if nothing had ever come. */
  restart(): void {
    this.#registry.resetMetrics();
    this.#firstToken.reset();
    this.#answer.reset();
  }

  #pools(): void {
    const pools = () => poolsOf(this.#world);
    this.#gauge('at_capacity_slots', 'Slots of a pool', ['pool'], () => pools().map(({ name, pool }) => [{ pool: name }, pool.slots]));
    this.#gauge('at_capacity_slots_busy', 'Slots in use, by who holds them', ['pool', 'holder'], () =>
      pools().flatMap(({ name, pool: { own, busy } }) => [
        [{ pool: name, holder: 'attempts' }, own],
        [{ pool: name, holder: 'tenants' }, busy - own],
      ]),
    );
    this.#gauge('at_capacity_queue_waiting', 'Who waits for a slot', ['pool', 'waiter'], () =>
      pools().flatMap(({ name, pool: { waiting } }) => [
        [{ pool: name, waiter: 'attempts' }, waiting.own],
        [{ pool: name, waiter: 'tenants' }, waiting.all - waiting.own],
      ]),
    );
    this.#counter('at_capacity_tenant_arrivals_total', 'Tenants that came to a pool', ['pool'], () =>
      pools().map(({ name, pool }) => [{ pool: name }, pool.tenantArrivals]),
    );
    this.#counter('at_capacity_tenant_refusals_total', 'Tenants that found no slot', ['pool'], () =>
      pools().map(({ name, pool }) => [{ pool: name }, pool.tenantRefused]),
    );
  }

  #models(): void {
    const models = () => [...new Set(this.#world.targets.values())];
    const quotas = (pick: 'limit' | 'remaining') => () =>
      models().flatMap(({ name, model }) =>
        (model.quota?.remaining(this.#world.clock.now()) ?? []).map((one): Sample => [{ model: name, kind: one.kind }, one[pick]]),
      );
    this.#counter('at_capacity_attempts_total', 'Attempts, by whether they had a slot or what refused them', ['model', 'outcome'], () =>
      models().flatMap(outcomesOf),
    );
    this.#counter('at_capacity_tokens_total', 'Billed tokens', ['model', 'direction'], () =>
      models().flatMap(({ name, tally }) => [
        [{ model: name, direction: 'input' }, tally.inputTokens],
        [{ model: name, direction: 'output' }, tally.outputTokens],
      ]),
    );
    this.#gauge('at_capacity_quota_limit', 'What a limit allows', ['model', 'kind'], quotas('limit'));
    this.#gauge('at_capacity_quota_remaining', 'What is left of a limit', ['model', 'kind'], quotas('remaining'));
  }

  #requests(): void {
    this.#gauge('at_capacity_requests_open', 'Requests that are being answered', [], () => [[{}, this.#world.books.open]]);
    this.#counter('at_capacity_requests_total', 'Requests that are over, by how they ended', ['outcome'], () =>
      (['abandoned', 'rejected', 'answered', 'left'] as const).map((outcome) => [{ outcome }, this.#world.books[outcome]]),
    );
  }

  #gauge(name: string, help: string, labelNames: readonly string[], samples: () => readonly Sample[]): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [labels, value] of samples()) this.set(labels, value);
      },
    });
  }

  #counter(name: string, help: string, labelNames: readonly string[], samples: () => readonly Sample[]): void {
    new Counter({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [labels, value] of samples()) this.inc(labels, value);
      },
    });
  }
}

type Sample = readonly [labels: Record<string, string>, value: number];

function outcomesOf({ name, tally }: Target): readonly Sample[] {
  return Object.entries({ admitted: tally.admitted, ...tally.refused }).map(([outcome, count]) => [{ model: name, outcome }, count]);
}

/** `GET /metrics` and `GET /_admin/metrics`. */
export function addMetrics(server: FastifyInstance, path: string, world: World, metrics: Metrics): void {
  server.get(path, async (_request, reply) => {
    // Tenants are brought up to date, and stay so for this event.
    world.clock.event(() => {
      for (const { pool } of poolsOf(world)) pool.observe();
    });
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}
