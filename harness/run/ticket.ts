import type { Request } from '../../sim/kernel/transport.ts';
import type { Sizes } from '../workload/sizes.ts';
import type { Step } from './course.ts';

/** A request of the simulated workload, with what the recorder notes on its way. */
export class Ticket implements Request {
  readonly entity: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly maxTokens: number;
  readonly stream: boolean;
  readonly work: object | undefined;
  readonly urgent: boolean;
  /** Scheduled arrival, microseconds. */
  readonly arrivedAt: number;
  /** Where latency starts: the arrival, or the later time to which the request was deferred. */
  dueAt: number;
  readonly client: number;
  /** Arrived in [warmUp, end): its figures are reported. */
  readonly cohort: boolean;
  /** Sends so far, by whichever layer makes them. */
  attempts = 0;
  /** Those of them that were sent beside another one. */
  copies = 0;
  /** Index of the last target. */
  target = 0;
  /** When the last one that was no copy was sent. */
  lastSentAt = 0;
  firstCapacity = false;
  /** Its attempts, for requests whose figures are reported. */
  steps: Step[] | undefined;

  constructor(
    entity: number,
    size: Sizes,
    stream: boolean,
    arrivedAt: number,
    client: number,
    cohort: boolean,
    work: object | undefined,
    urgent = true,
  ) {
    this.entity = entity;
    this.inputTokens = size.input;
    this.outputTokens = size.output;
    this.maxTokens = size.maxTokens;
    this.stream = stream;
    this.arrivedAt = arrivedAt;
    this.dueAt = arrivedAt;
    this.client = client;
    this.cohort = cohort;
    this.work = work;
    this.urgent = urgent;
  }
}
