import type { StrategyFold } from '../../reports/result/fold.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { writeStrategy } from '../strategy/write.ts';
import { createFailures } from './failures.ts';
import type { ReplicationOutput } from './fold-replication.ts';
import { gather } from './gather.ts';
import type { JobOutcome } from './job.ts';
import { createNotices } from './notices.ts';
import type { Progress, RunOptions } from './options.ts';
import type { Workers } from './workers.ts';

export interface JobKey {
  readonly strategyIndex: number;
  readonly replication: number;
}

/** Replications of a book are `first`, first + 1 … as many as the scenario says; `done` jobs were finished before. */
export interface JobPlan {
  readonly first: number;
  readonly done: number;
  readonly partial: Progress['partial'];
}

/**
 * Runs jobs and keeps what they leave: a strategy is folded as soon as it has all its replications, and their samples are
 * dropped, but for those of the first, which an interrupted run still needs.
 */
export class JobBook {
  readonly #scenario: Scenario;
  readonly #options: RunOptions;
  readonly #workers: Workers;
  readonly #plan: JobPlan;
  readonly #outputs = new Map<number, Map<number, ReplicationOutput>>();
  readonly #folds = new Map<number, StrategyFold>();
  readonly #failures = createFailures();
  readonly #notices = createNotices();
  #done: number;
  #total: number;
  #held = 0;
  #interrupted = false;

  constructor(scenario: Scenario, options: RunOptions, workers: Workers, plan: JobPlan) {
    this.#scenario = scenario;
    this.#options = options;
    this.#workers = workers;
    this.#plan = plan;
    this.#done = plan.done;
    this.#total = plan.done;
  }

  /** Some job did not end because the run was interrupted. */
  get interrupted(): boolean {
    return this.#interrupted;
  }

  get done(): number {
    return this.#done;
  }

  /** Requests that the provider held until the end of their replication. */
  get held(): number {
    return this.#held;
  }

  /** What was noticed of code of the user's, a sentence each. */
  get notices(): readonly string[] {
    return this.#notices.sentences((index) => this.#scenario.strategies[index]?.name ?? '');
  }

  /** Whether anything is known of this strategy. */
  knows(strategyIndex: number): boolean {
    return this.#outputs.has(strategyIndex) || this.#failures.of(strategyIndex) !== null;
  }

  /** Runs jobs, `width` at a time, in their order. */
  async run(stage: Progress['stage'], jobs: readonly JobKey[]): Promise<void> {
    this.#total += jobs.length;
    let next = 0;
    let flushed: Promise<void> = Promise.resolve();
    const waiting: { resolve: (outcome: JobOutcome | undefined) => void }[] = [];
    // Raw rows leave in the order of the jobs, however these end.
    for (const key of jobs) {
      const outcome = new Promise<JobOutcome | undefined>((resolve) => waiting.push({ resolve }));
      flushed = flushed.then(async () => this.#raw(key, await outcome));
    }
    const tell = (share: number | undefined): void =>
      this.#options.onProgress?.({ done: this.#done, total: this.#total, stage, share, partial: this.#plan.partial });
    const lane = async (): Promise<void> => {
      while (next < jobs.length) {
        const place = next++;
        const key = jobs[place] as JobKey;
        const outcome = this.#failures.isAfter(key.strategyIndex, key.replication)
          ? undefined
          : await this.#workers.run({ scenario: this.#scenario, ...key, raw: this.#options.onRaw !== undefined }, (share) => tell(share));
        this.#note(key, outcome);
        waiting[place]?.resolve(outcome);
        tell(undefined);
      }
    };
    await Promise.all(Array.from({ length: this.#workers.width }, lane));
    await flushed;
  }

  /** Whether every one of these strategies has all its replications. */
  complete(strategies: readonly number[]): boolean {
    return strategies.every((index) => this.#folds.has(index) || this.#failures.of(index) !== null);
  }

  /** One strategy over all its replications when `whole`, else over the first alone; a failed one over what it finished. */
  fold(strategyIndex: number, whole: boolean): StrategyFold {
    const outputs = this.#outputsOf(strategyIndex);
    if (this.#failures.of(strategyIndex) !== null) return this.#gather(strategyIndex, outputs);
    const known = whole ? this.#folds.get(strategyIndex) : undefined;
    return known ?? this.#gather(strategyIndex, outputs.slice(0, 1));
  }

  #note({ strategyIndex, replication }: JobKey, outcome: JobOutcome | undefined): void {
    const isAfter = this.#failures.isAfter(strategyIndex, replication);
    if (outcome === undefined && !isAfter) this.#interrupted = true;
    else this.#done += 1;
    if (outcome === undefined || isAfter) return;
    if ('failure' in outcome) {
      this.#failures.add(strategyIndex, replication, outcome.failure);
      this.#dropAfter(strategyIndex, replication);
      return;
    }
    const outputs = this.#outputs.get(strategyIndex) ?? new Map<number, ReplicationOutput>();
    this.#outputs.set(strategyIndex, outputs);
    this.#notices.add(strategyIndex, replication, outcome.output.notices ?? []);
    // The rows are on their way by themselves.
    const heldAtEnd = outcome.cut === true ? 0 : outcome.output.heldAtEnd;
    outputs.set(replication, { ...outcome.output, raw: undefined, heldAtEnd });
    if (outcome.cut === true) this.#interrupted = true;
    this.#held += heldAtEnd;
    if (outputs.size < this.#scenario.replications) return;
    this.#folds.set(strategyIndex, this.#gather(strategyIndex, this.#outputsOf(strategyIndex)));
    for (const each of [...outputs.keys()]) if (each !== this.#plan.first) outputs.delete(each);
  }

  /** What came back of a strategy before the failure of an earlier replication. */
  #dropAfter(strategyIndex: number, failed: number): void {
    this.#notices.dropAfter(strategyIndex, failed);
    const outputs = this.#outputs.get(strategyIndex) ?? new Map<number, ReplicationOutput>();
    for (const [replication, { heldAtEnd }] of [...outputs]) {
      if (replication < failed) continue;
      this.#held -= heldAtEnd;
      outputs.delete(replication);
    }
  }

  async #raw({ strategyIndex, replication }: JobKey, outcome: JobOutcome | undefined): Promise<void> {
    const strategy = this.#scenario.strategies[strategyIndex]?.name ?? '';
    // Rows are asked for in the order of the jobs: by now it is known whether an earlier replication failed.
    if (this.#failures.isAfter(strategyIndex, replication)) return;
    if (outcome === undefined || !('output' in outcome) || outcome.output.raw === undefined) return;
    await this.#options.onRaw?.({ strategy, replication, ...outcome.output.raw });
  }

  #outputsOf(strategyIndex: number): readonly ReplicationOutput[] {
    const outputs = this.#outputs.get(strategyIndex);
    return outputs === undefined ? [] : [...outputs.values()].toSorted((a, b) => a.fold.replication - b.fold.replication);
  }

  #gather(strategyIndex: number, outputs: readonly ReplicationOutput[]): StrategyFold {
    const strategy = this.#scenario.strategies[strategyIndex];
    if (strategy === undefined) throw new Error(`no strategy number ${strategyIndex}`);
    return gather({ name: strategy.name, config: writeStrategy(strategy), failure: this.#failures.of(strategyIndex) }, outputs);
  }
}
