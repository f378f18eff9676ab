import type { JobResult } from '../batch-store.ts';
import type { JobLine } from './lines.ts';

/** What a checkpoint holds of one strategy in one replication. */
export class KeptJobs {
  readonly results = new Map<number, JobResult>();
  /** All jobs before this one are done. */
  checkpoint = 0;
  /** Jobs begun anew whose earlier end nobody had written down: they may have been answered twice. */
  again = 0;
  readonly #open = new Set<number>();

  add(line: JobLine): void {
    const { is, job } = line;
    if (is === 'begun') {
      if (this.#open.has(job)) this.again += 1;
      this.#open.add(job);
    } else if (is === 'chunk') this.checkpoint = Math.max(this.checkpoint, job);
    else {
      this.#open.delete(job);
      if (is === 'done' && !this.results.has(job)) this.results.set(job, { job, tokens: line.tokens });
    }
  }
}
