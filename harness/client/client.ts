import type { Clock, Micros } from '../../sim/kernel/clock.ts';
import type { Attempt, Listener, Request, Send, Sent, WireFacts } from '../../sim/kernel/transport.ts';
import type { Parts } from '../strategy/create.ts';
import type { Route } from '../strategy/route/route.ts';
import type { ClientContext, ClientOptions } from './client-context.ts';
import type { Gates } from './gates.ts';
import type { Observer } from './observer.ts';
import { Parking } from './parking.ts';
import type { Permits } from './permits.ts';
import { RequestRun } from './request-run.ts';
import type { Target } from './target.ts';

/** One client: what its requests share, and where they begin. */
export class Client implements ClientContext {
  readonly clock: Clock;
  readonly parts: Parts;
  readonly route: Route;
  readonly targets: readonly Target[];
  readonly permits: readonly Permits[] | undefined;
  readonly gates: Gates | undefined;
  readonly observer: Observer | undefined;
  readonly crashed: ((error: unknown) => void) | undefined;
  readonly parking: Parking | undefined;
  readonly firstPosition: number;
  readonly noneSent: readonly number[];
  readonly allOpen: readonly boolean[];
  /** The least context of all targets, tokens. */
  private readonly leastContext: number;
  /** Sends so far for work that is asked of us again: by a client above, or as a job that has failed. */
  private readonly sendsOf = new WeakMap<object, number[]>();

  constructor(options: ClientOptions) {
    this.clock = options.clock;
    this.parts = options.parts;
    this.targets = options.targets;
    this.route = options.route;
    this.permits = options.permits;
    this.gates = options.gates;
    this.observer = options.observer;
    this.crashed = options.crashed;
    const { park } = this.parts;
    this.parking = park && new Parking({ clock: this.clock, length: park.length, every: park.every });
    this.noneSent = this.targets.map(() => 0);
    this.allOpen = this.targets.map(() => true);
    this.leastContext = Math.min(...this.targets.map(({ context = Number.POSITIVE_INFINITY }) => context));
    const past = { sends: this.noneSent, open: this.allOpen, last: -1, moveOn: true, nowMs: 0, uniform: 0.5 };
    this.firstPosition = this.gates === undefined ? (this.route.next(past)?.position ?? 0) : -1;
  }

  openFor({ inputTokens, maxTokens }: Request): readonly boolean[] {
    const tokens = inputTokens + maxTokens;
    if (tokens <= this.leastContext) return this.allOpen;
    const open = this.targets.map(({ context = Number.POSITIVE_INFINITY }) => tokens <= context);
    return open.includes(true) ? open : this.allOpen;
  }

  /**
   * Drives one request to its outcome. `deadlineAt` is an instant of the clock (Infinity: none). `done` is called once,
   * perhaps before this returns.
   */
  begin(request: Request, deadlineAt: Micros, done: (run: RequestRun) => void): RequestRun {
    const run = new RequestRun(this, request, deadlineAt, request.work === undefined ? done : this.noting(request.work, done));
    if (request.work !== undefined) this.countOn(run, request.work);
    run.start();
    return run;
  }

  private noting(work: object, done: (run: RequestRun) => void): (run: RequestRun) => void {
    return (ended) => {
      this.sendsOf.set(work, ended.sendsSoFar());
      done(ended);
    };
  }

  private countOn(run: RequestRun, work: object): void {
    run.earlier = this.sendsOf.get(work);
  }

  /** This client as a transport: what stacks one client's retries over another's. */
  readonly send: Send = (attempt: Attempt, listener: Listener): Sent => {
    const { request } = attempt;
    const work = request.work ?? request;
    let told = false;
    const tellFirst = (at: Micros | undefined): void => {
      if (told || at === undefined) return;
      told = true;
      listener.first(at);
    };
    const run = new RequestRun(this, request, Number.POSITIVE_INFINITY, (ended) => {
      this.sendsOf.set(work, ended.sendsSoFar());
      tellFirst(ended.firstTokenAt);
      if (ended.class !== 'cancelled') listener.end({ facts: ended.facts ?? factsOf(ended), tokens: ended.tokens });
    });
    run.onFirst = attempt.watchFirst === true ? tellFirst : undefined;
    run.above = listener instanceof RequestRun ? listener : undefined;
    this.countOn(run, work);
    run.start();
    return {
      cancel: (why) => run.abort(why),
    };
  };
}

/** What a client above sees of a request whose last attempt this one ended itself, or that was never sent. */
function factsOf(run: RequestRun): WireFacts {
  if (run.last?.class !== 'timeout') return { how: 'local', errorCode: run.class, afterTokens: 0, complete: false };
  if (run.firstTokenAt === undefined) return { how: 'silent', afterTokens: 0, complete: false };
  return { how: 'silent', status: 200, afterTokens: run.tokens, complete: false };
}
