import { hardClasses, type RequestClass } from '../../reports/result/outcome.ts';
import type { Micros } from '../../sim/kernel/clock.ts';
import { type Effect, Process, type Waiting } from '../../sim/kernel/process.ts';
import type { CancelReason, Request } from '../../sim/kernel/transport.ts';
import type { JobLine } from './job-line.ts';
import type { Settled, Taker, Underway } from './settled.ts';

/** How jobs are taken; microseconds. */
export interface JobRules {
  /** How often one is taken up at most; Infinity: until the end of the run. */
  readonly attempts: number;
  readonly poll: Micros;
  /** No job that failed is taken up again from then on. */
  readonly endAt: Micros;
}

export interface SubmittedJobOptions {
  readonly request: Request;
  readonly deadlineAt: Micros;
  readonly done: (settled: Settled) => void;
  readonly line: JobLine;
  readonly taker: Taker;
  readonly rules: JobRules;
  /** What it costs to submit it. */
  readonly submit: Micros;
}

type Facts = Pick<Settled, 'class' | 'reason' | 'gaveUp' | 'firstTokenAt' | 'tokens'>;

const left: Facts = { class: 'cancelled', reason: 'caller', gaveUp: 'none', firstTokenAt: undefined, tokens: 0 };

/** From the submission to the poll that sees the result. */
export class SubmittedJob extends Process implements Underway {
  readonly #options: SubmittedJobOptions;
  readonly #work: Work;
  #facts: Facts = left;
  #submit: Micros | undefined;
  #queueWait: Micros = 0;
  #backoff: Micros = 0;
  #answeredAt: Micros | undefined;

  constructor(options: SubmittedJobOptions) {
    super(options.line.clock);
    this.#options = options;
    this.#work = new Work(options);
  }

  abort(why: CancelReason): void {
    this.#work.why = why;
    this.cancel();
  }

  protected *life(): Generator<Waiting, void, unknown> {
    const { clock } = this;
    const { deadlineAt, submit, line, rules } = this.#options;
    yield Math.max(0, Math.min(submit, deadlineAt - clock.now()));
    const takenAt = clock.now();
    // To be told of it at the deadline is no use any more.
    if (takenAt >= deadlineAt) return this.#ends('deadline', 'submit', 'deadline');
    if (!line.hasRoom) return this.#ends('shed', 'job queue full', 'shed');
    this.#submit = submit;
    for (let taken = 1; ; taken++) {
      const since = clock.now();
      const turn = (yield line.turn(deadlineAt)) === true;
      this.#queueWait += clock.now() - since;
      if (!turn) return this.#ends('deadline', 'job queue', 'deadline');
      const settled = (yield this.#work) as Settled;
      this.#heard(settled);
      if (!mayPass(settled.class) || taken >= rules.attempts || clock.now() >= rules.endAt) break;
    }
    if (this.#facts.class === 'deadline') return;
    const seenAt = Math.min(deadlineAt, takenAt + Math.max(1, Math.ceil((clock.now() - takenAt) / rules.poll)) * rules.poll);
    yield Math.max(0, seenAt - clock.now());
  }

  protected finished(cancelled: boolean): void {
    if (cancelled) this.#facts = { ...left, reason: this.#work.why, tokens: this.#work.tokens };
    this.#options.done({
      ...this.#facts,
      endedAt: this.clock.now(),
      queueWait: this.#queueWait,
      backoff: this.#backoff,
      submit: this.#submit,
      answeredAt: this.#facts.class === 'ok' ? this.#answeredAt : undefined,
    });
  }

  #heard({ class: outcome, reason, gaveUp, firstTokenAt, tokens, queueWait, backoff, endedAt }: Settled): void {
    this.#facts = { class: outcome, reason, gaveUp, firstTokenAt, tokens };
    this.#queueWait += queueWait;
    this.#backoff += backoff;
    this.#answeredAt = endedAt;
  }

  #ends(outcome: RequestClass, reason: string, gaveUp: Settled['gaveUp']): void {
    this.#facts = { ...left, class: outcome, reason, gaveUp };
  }
}

/** A failure that another try may cure. */
function mayPass(outcome: RequestClass): boolean {
  return !final.has(outcome);
}

const final: ReadonlySet<RequestClass> = new Set<RequestClass>(['ok', 'deadline', 'cancelled', ...hardClasses]);

/** A worker with a job, from the grant on: the strategy's own way with it. Resumes with what it came to. */
class Work implements Effect {
  readonly #options: SubmittedJobOptions;
  #underway: Underway | undefined;
  #leaving = false;
  why: CancelReason = 'caller';
  /** Delivered before the caller left. */
  tokens = 0;

  constructor(options: SubmittedJobOptions) {
    this.#options = options;
  }

  start(process: SubmittedJob): void {
    const { taker, request, deadlineAt, line } = this.#options;
    this.#underway = taker.begin(request, deadlineAt, (settled) => {
      line.ended(mayPass(settled.class));
      if (this.#leaving) this.tokens = settled.tokens;
      else process.resume(settled);
    });
  }

  cancel(): void {
    this.#leaving = true;
    this.#underway?.abort(this.why);
  }
}
