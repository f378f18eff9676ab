import type { Api } from '../dialects/api.ts';
import type { Cause, ErrorForm } from '../dialects/cause.ts';
import type { ErrorTable } from '../dialects/dialect.ts';
import { limitsIn } from '../dialects/reading/said-limits.ts';
import type { Stream } from '../kernel/random.ts';
import type { Attempt, Request, WireFacts, WireLimits } from '../kernel/transport.ts';
import type { Effect } from './faults/effect.ts';
import type { FaultAt } from './faults/fault.ts';
import type { Service } from './latency.ts';
import { sampleJson, shaped } from './output.ts';
import type { Pool } from './pool.ts';
import { type QuotaGroup, untilOneEnds } from './quota/quota-group.ts';
import type { Said } from './said.ts';
import { silenceAfter } from './silence.ts';
import type { ModelSpec } from './spec.ts';

/** Draws of noise an attempt may take: two for the form of a refusal, the rest one a fault. */
const draws = 1024;

/** A refusal for want of capacity, in one of the forms the provider uses. */
export interface CapacityForm {
  readonly facts: WireFacts;
  /** Microseconds until it leaves the provider. */
  readonly afterMicros: number;
  /** Output tokens sent before it, when the first of them leaves, and from one to the next. */
  readonly tokens: number;
  readonly firstAfter: number;
  readonly step: number;
  /** When the client's bound on silence passes, once a stream has begun. */
  readonly silentAfter: number;
}

/** A refusal that is all there is. */
function atOnce(facts: WireFacts): CapacityForm {
  return { facts, afterMicros: 0, tokens: 0, firstAfter: 0, step: 0, silentAfter: Number.POSITIVE_INFINITY };
}

export interface ModelOptions {
  /** As clients name it: `model` or `provider/model`; the key of its noise. */
  readonly target: string;
  /** As its provider names it. */
  readonly name: string;
  readonly spec: ModelSpec;
  readonly pool: Pool;
  readonly quota: QuotaGroup | undefined;
  readonly service: Service;
  readonly errors: ErrorTable;
  readonly quotaHeaders: Api['quotaHeaders'];
  readonly fault: FaultAt | undefined;
  /** Attempt noise, keyed (entity, draws · n + draw). */
  readonly noise: Stream;
}

/** One model of a provider, compiled for a run: what an attempt asks on its way. */
export class Model {
  readonly target: string;
  readonly name: string;
  readonly spec: ModelSpec;
  readonly pool: Pool;
  readonly quota: QuotaGroup | undefined;
  readonly service: Service;
  /** Microseconds. */
  readonly refuseAfter: number;
  readonly queueMaxWait: number;
  readonly #options: ModelOptions;
  readonly #noise: Stream;
  #fault: FaultAt | undefined;
  #unmetered: Model | undefined;
  readonly #full: CapacityForm;
  readonly #fullInStream: CapacityForm;
  #lastOk: WireFacts;
  /** What whole answers say, where that matters. */
  readonly #text: string | undefined;
  /** The exact wait of the latest refusal by a quota: facts have it as finely as headers say it, texts finer. */
  #quotaWaitMs: number | undefined;

  constructor(options: ModelOptions, queueMaxWait: number) {
    const { spec, errors } = options;
    this.#options = options;
    this.#noise = options.noise;
    this.#fault = options.fault;
    this.target = options.target;
    this.name = options.name;
    this.spec = spec;
    this.pool = options.pool;
    this.quota = options.quota;
    this.service = options.service;
    this.refuseAfter = Math.round(spec.refuseAfter * 1000);
    this.queueMaxWait = queueMaxWait;
    const facts = spec.retryAfter === undefined ? errors.facts('capacity', 'status') : errors.waiting('capacity', spec.retryAfter);
    this.#full = atOnce(facts);
    this.#fullInStream = atOnce(errors.facts('capacity', 'stream'));
    this.#text = spec.output && shaped(spec.output.json, sampleJson);
    this.#lastOk = { how: 'reply', status: 200, afterTokens: -1, complete: true };
  }

  /** What a fault does to an attempt that reaches the provider at `now`. */
  faultAt(now: number, attempt: Attempt): Effect | undefined {
    if (this.#fault === undefined) return undefined;
    const { entity } = attempt.request;
    return this.#fault(now, attempt.number, (index) => this.#noise.uniform(entity, attempt.number * draws + 2 + index));
  }

  /** Other faults from now on; what is under way keeps those it met. */
  exchangeFault(fault: FaultAt | undefined): void {
    this.#fault = fault;
    this.#unmetered?.exchangeFault(fault);
  }

  /** The same model without its quotas: for batches, which have limits of their own. */
  get unmetered(): Model {
    this.#unmetered ??= new Model({ ...this.#options, quota: undefined, fault: this.#fault }, this.queueMaxWait);
    return this.#unmetered;
  }

  /** A request that this model can never serve. */
  hardFault(request: Request): WireFacts | undefined {
    const { context } = this.spec;
    if (context !== undefined && request.inputTokens + request.maxTokens > context)
      return this.#options.errors.facts('context_length', 'status');
    return undefined;
  }

  /** The refusal for a quota that would admit this attempt after `wait` microseconds (Infinity: never). */
  quotaFacts(wait: number): WireFacts {
    const { errors } = this.#options;
    const cause = this.quota?.refusedBy ?? 'requests';
    this.#quotaWaitMs = undefined;
    if (wait === Number.POSITIVE_INFINITY) return errors.facts('request_too_large', 'status');
    if (wait === untilOneEnds) return errors.facts(cause, 'status');
    this.#quotaWaitMs = wait / 1000;
    return errors.waiting(cause, this.#quotaWaitMs);
  }

  /** What the headers of an answer that begins at `now` tell of the quota. */
  limits(now: number): WireLimits | undefined {
    if (this.quota === undefined) return undefined;
    const epochMs = now / 1000;
    return limitsIn(this.#options.quotaHeaders(this.quota.remaining(now), epochMs), epochMs);
  }

  /** Why that refusal is one. */
  quotaCause(wait: number): Cause {
    return wait === Number.POSITIVE_INFINITY ? 'request_too_large' : (this.quota?.refusedBy ?? 'requests');
  }

  /** What is sent with a refusal just made, figures included. */
  refusal(
    cause: Cause,
    form: ErrorForm,
    { retryAfterMs: waitMs }: Pick<WireFacts, 'retryAfterMs'>,
    { inputTokens, maxTokens }: Request,
  ): Said {
    if (cause === 'capacity') return { cause, form, detail: { waitMs } };
    if (cause === 'context_length') return { cause, form, detail: { limit: this.spec.context, requested: inputTokens + maxTokens } };
    const { refusedLimit: limit, refusedUsed: used, refusedRequested: requested } = this.quota ?? {};
    return { cause, form, detail: { waitMs: this.#quotaWaitMs, limit, used, requested } };
  }

  /** How this refusal for want of capacity looks: `capacityAs` gives the shares. */
  capacityForm(attempt: Attempt): CapacityForm {
    const { capacityAs } = this.spec;
    const { noise, errors } = this.#options;
    if (!attempt.request.stream) return this.#full;
    if (errors.refusesInStream === true) return this.#fullInStream;
    if (capacityAs.status >= 1) return this.#full;
    const { request } = attempt;
    const u = noise.uniform(request.entity, attempt.number * draws);
    if (u < capacityAs.status) return this.#full;
    const late = capacityAs.streamAfter;
    const inStream = errors.facts('capacity', 'stream');
    if (late === undefined || u < capacityAs.status + capacityAs.stream) return this.#fullInStream;
    const tokens = Math.min(late.tokens, request.outputTokens);
    const firstMs = this.service.firstMs(
      noise.uniform(request.entity, attempt.number * draws + 1),
      request.inputTokens,
      request.outputTokens,
    );
    const step = (this.service.totalMs(firstMs, request.outputTokens) - firstMs) / Math.max(1, request.outputTokens);
    const lastMs = firstMs + Math.max(0, tokens - 1) * step;
    const firstAfter = Math.round(firstMs * 1000);
    const idle = attempt.maxIdleMs === undefined ? Number.POSITIVE_INFINITY : Math.round(attempt.maxIdleMs * 1000);
    return {
      facts: { ...inStream, afterTokens: tokens },
      afterMicros: Math.round(lastMs * 1000),
      tokens,
      firstAfter,
      step: step * 1000,
      silentAfter: silenceAfter(idle, firstAfter, step * 1000, tokens),
    };
  }

  /** A whole answer. */
  okFacts(stream: boolean, tokens: number): WireFacts {
    const how = stream ? 'stream' : 'reply';
    if (this.#lastOk.how === how && this.#lastOk.afterTokens === tokens) return this.#lastOk;
    const facts: WireFacts = { how, status: 200, afterTokens: tokens, complete: true };
    this.#lastOk = this.#text === undefined ? facts : { ...facts, text: this.#text };
    return this.#lastOk;
  }

  /** The capacity error inside a stream, after so many tokens; for a plain reply the refusal it is. */
  overloadFacts(stream: boolean, tokens: number): WireFacts {
    const { errors } = this.#options;
    if (!stream) return errors.facts('capacity', 'status');
    const facts = errors.facts('capacity', 'stream');
    return tokens === 0 ? facts : { ...facts, afterTokens: tokens };
  }
}
