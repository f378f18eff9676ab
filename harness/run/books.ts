import type { Clock } from '../../sim/kernel/clock.ts';
import { CodedError } from '../../sim/kernel/errors.ts';
import type { Stream } from '../../sim/kernel/random.ts';
import type { Settled, Taker, Underway } from '../client/settled.ts';
import type { CheckpointSpec } from '../strategy/spec.ts';
import type { Arrival, Arrivals } from '../workload/arrivals/arrivals.ts';
import { mostRequests } from '../workload/bounds.ts';
import type { SizesOf } from '../workload/sizes.ts';
import type { WorkloadSpec } from '../workload/spec.ts';
import type { BatchStore } from './batch-store.ts';
import type { Recorder } from './recorder.ts';
import { Ticket } from './ticket.ts';

export interface GeneratorOptions {
  readonly clock: Clock;
  readonly workload: WorkloadSpec;
  readonly arrivals: Arrivals;
  readonly sizes: SizesOf;
  /** Think times of users, keyed by the entity. */
  readonly think: Stream;
  /** Which requests are urgent, keyed by the entity. */
  readonly urgent: Stream;
  readonly clients: readonly Taker[];
  readonly recorder: Recorder;
  /** Microseconds. */
  readonly warmUp: number;
  readonly end: number;
  /** How a batch keeps what it has done; undefined: a crash loses all of it. */
  readonly checkpoint?: CheckpointSpec | undefined;
  /** Clients may be asked for the same request several times: its sends are counted on. */
  readonly again?: boolean | undefined;
}

/** The generator's side of the books. `open` requests have no outcome yet. */
export interface Generator {
  readonly offered: number;
  readonly started: number;
  readonly open: number;
  /** From a batch's start until its last job was done; null for other workloads, and when jobs were left. */
  readonly makespanMs: number | null;
  /** That span, ms from the start of the run. */
  readonly batchMs: readonly [number, number] | null;
  /** The work of a batch; undefined for other workloads. */
  readonly batch: { crash(): void; readonly store: BatchStore } | undefined;
}

/** Hands requests over and counts them. */
export class Books implements Generator {
  readonly options: GeneratorOptions;
  offered = 0;
  started = 0;
  open = 0;
  batchMs: readonly [number, number] | null = null;
  batch: Generator['batch'];

  constructor(options: GeneratorOptions) {
    this.options = options;
  }

  get makespanMs(): number | null {
    return this.batchMs === null ? null : this.batchMs[1] - this.batchMs[0];
  }

  /** Whether the workload still wants requests. */
  get more(): boolean {
    return this.offered < (this.options.workload.requests ?? Number.POSITIVE_INFINITY);
  }

  begin(entity: number, at: number, traced: Arrival | undefined, done?: (run: Settled) => void, work?: object): Underway | undefined {
    const { workload, clients, recorder, sizes, warmUp, end, again } = this.options;
    const client = entity % clients.length;
    const urgent = workload.urgent >= 1 || this.options.urgent.uniform(entity, 0) < workload.urgent;
    const counted = work ?? (again === true ? {} : undefined);
    const ticket = new Ticket(entity, sizes(entity, traced), workload.stream, at, client, at >= warmUp && at < end, counted, urgent);
    if (this.offered >= mostRequests) throw new CodedError('bound', `more than ${mostRequests} requests in one replication`);
    this.offered += 1;
    this.started += 1;
    this.open += 1;
    recorder.arrived(ticket);
    const deadlineAt = workload.deadline === undefined ? Number.POSITIVE_INFINITY : at + Math.round(workload.deadline * 1000);
    const ended = (run: Settled): void => {
      this.open -= 1;
      recorder.finished(ticket, run);
      done?.(run);
    };
    return (clients[client] as Taker).begin(ticket, deadlineAt, ended);
  }
}
