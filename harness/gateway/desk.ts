import type { Outcome } from '../../reports/result/outcome.ts';
import { constantSteps } from '../../sim/curves/pieces.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { Luck } from '../../sim/kernel/random.ts';
import type { Request, Send } from '../../sim/kernel/transport.ts';
import type { WallClock } from '../../sim/kernel/wall-clock.ts';
import type { CurveSpec } from '../../sim/provider/spec.ts';
import type { Client } from '../client/client.ts';
import { createFleet } from '../client/fleet.ts';
import type { HttpConnections } from '../client/http-connections.ts';
import { httpUpstream } from '../client/http-upstream.ts';
import { refuseInFront } from '../client/in-front.ts';
import type { Observer } from '../client/observer.ts';
import type { RequestRun } from '../client/request-run.ts';
import type { Adapt } from '../strategy/adapt/adapt.ts';
import { createAdapt } from '../strategy/create.ts';
import type { Alarms } from './alarms.ts';
import { type Caller, Callers } from './callers.ts';
import { everyShape } from './every-shape.ts';
import { type Funnel, wayOf, zeroFunnel } from './funnel.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { attemptRow, requestRow } from './rows.ts';
import type { Spoken } from './shape.ts';
import { spokenOf } from './spoken.ts';
import { type Status, statusOf } from './status.ts';
import { latelyAt, TargetBook } from './target-book.ts';
import type { Texts } from './texts.ts';
import { Turn, type TurnOptions } from './turn.ts';
import { unansweredLine } from './unanswered.ts';

const never = Number.POSITIVE_INFINITY;

export interface DeskOptions extends Omit<GatewayOptions, 'texts' | 'alarm' | 'alarmed'> {
  readonly texts: Texts;
  readonly clock: WallClock;
  readonly connections: HttpConnections;
  readonly alarms: Alarms;
}

/** Takes calls, has the one client drive each of them to its end, and keeps the books. */
export class Desk implements Observer {
  readonly #options: DeskOptions;
  readonly #client: Client;
  readonly #sinceMs = Date.now();
  readonly #funnel: Funnel = zeroFunnel();
  readonly #books = new Map<string, TargetBook>();
  readonly #first = new TargetBook();
  readonly #open = new Set<Turn>();
  readonly #callers = new Callers();
  readonly #adapt: Adapt | undefined;
  /** Set when no more calls are to be taken. */
  closing = false;
  #turns = 0;

  constructor(options: DeskOptions) {
    const { strategy, clock, modules, seed = 1 } = options;
    this.#options = options;
    refuseInFront(strategy);
    this.#adapt = careful(createAdapt(strategy, modules), (error) => options.crashed?.(error));
    const fleet = createFleet(strategy, {
      clients: 1,
      clock,
      luck: new Luck(seed, 0),
      modules,
      observer: this,
      // Of those answers that a turn has read for their text.
      expects: 'json',
      crashed: (error) => options.crashed?.(error),
      curve: withoutCalendar,
      send: (target) => this.#sendTo(target),
    });
    const [client] = fleet.clients;
    if (client === undefined) throw new Error('no client was made');
    this.#client = client;
    for (const target of fleet.targets) this.#books.set(target, new TargetBook());
  }

  /** Callers that still send their calls, wait for an answer, or for the rest of one. */
  get waiting(): number {
    return this.#callers.waiting;
  }

  /** Somebody begins to call. */
  begin({ socket, response }: Pick<TurnOptions, 'socket' | 'response'>): Caller {
    return this.#callers.watch(socket, response);
  }

  /** Answers a call that has come whole. */
  take(caller: Caller, call: Omit<TurnOptions, 'entity' | 'beganMs' | 'beganAt' | 'adapt' | 'expects'>): void {
    const { clock, deadlineMs } = this.#options;
    const read = { adapt: this.#adapt, expects: this.#options.expects };
    const turn = new Turn({ ...call, ...read, entity: this.#turns, beganMs: Date.now(), beganAt: clock.now() });
    this.#turns += 1;
    this.#open.add(turn);
    this.#funnel.open += 1;
    caller.left = () => this.#abort(turn);
    clock.event(() => {
      const deadlineAt = deadlineMs === undefined ? never : clock.now() + Math.round(deadlineMs * 1000);
      turn.run = this.#client.begin(turn, deadlineAt, (run) => this.#done(turn, run));
    });
  }

  /** A call that is not taken, of a caller that is there or has left, and why. */
  refuse(type: 'rejected' | 'busy', there: boolean, why?: string): Spoken {
    this.#funnel[there ? type : 'left'] += 1;
    if (there && why !== undefined) this.note(`a call told ${type}: ${why}`);
    return this.spoken(type);
  }

  /** Says of what is no call why. */
  note(line: string): void {
    this.#options.unanswered?.(line);
  }

  spoken(type: Spoken['type']): Spoken {
    return { type, text: this.#options.texts[type] };
  }

  /** Ends every call that is under way. */
  drop(): void {
    for (const turn of [...this.#open]) this.#abort(turn);
  }

  /** Of the clock, which never jumps. */
  get nowMs(): number {
    return this.#options.clock.now() / 1000;
  }

  lately(): { readonly attempts: number; readonly refused: number } {
    return latelyAt(this.#books.values(), this.nowMs);
  }

  /** The same of first attempts alone, which are as many as the requests. */
  firstLately(): { readonly attempts: number; readonly refused: number } {
    return this.#first.lately(this.nowMs);
  }

  status(): Status {
    const { strategy, alarms } = this.#options;
    const waiting = this.#client.parking?.waiting ?? 0;
    const parts = { strategy: strategy.name, sinceMs: this.#sinceMs, books: this.#books, funnel: this.#funnel, alarms, waiting };
    return statusOf(parts, { nowMs: this.nowMs, epochMs: Date.now() });
  }

  sent(request: Request, target: string, _number: number, copy = false): void {
    const turn = request as Turn;
    const from = turn.targets.at(-1);
    turn.sentTo(target, this.#options.clock.now(), copy);
    this.#books.get(target)?.sent();
    if (from === undefined) this.#first.sent();
    if (from !== undefined && from !== target) this.#switched(turn, from, target);
  }

  ended(request: Request, target: string, _number: number, outcome: Outcome, tokens: number): void {
    const { alarms, record, clock } = this.#options;
    const turn = request as Turn;
    turn.last = outcome;
    this.#books.get(target)?.ended(outcome, this.nowMs);
    if (turn.targets.length === 1) this.#first.ended(outcome, this.nowMs);
    alarms.ended(outcome.class, target, this.nowMs);
    record?.add(attemptRow(turn, outcome, tokens, { now: clock.now(), epochMs: Date.now() }));
  }

  #switched(turn: Turn, from: string, to: string): void {
    const { log, notices = false, texts } = this.#options;
    const { class: cause, reason } = turn.last ?? { class: 'unknown', reason: 'unknown' };
    log?.(`request ${turn.entity} from ${from} to ${to}: ${cause} (${reason})`);
    if (notices) turn.notice(texts.switching);
  }

  #done(turn: Turn, run: RequestRun): void {
    const { record, texts, clock } = this.#options;
    this.#open.delete(turn);
    this.#funnel.open -= 1;
    record?.add(requestRow(turn, run, clock.now()));
    if (run.class === 'cancelled') {
      this.#funnel.left += 1;
      turn.dropped();
    } else if (run.class === 'ok') {
      this.#funnel[wayOf(turn.targets, run.parked !== undefined)] += 1;
      turn.answered();
    } else {
      const { status, spoken } = spokenOf(run, texts);
      this.#funnel[spoken.type] += 1;
      this.note(unansweredLine(turn, run, spoken));
      turn.failed(status, spoken);
    }
  }

  #abort(turn: Turn): void {
    if (this.#open.has(turn)) this.#options.clock.event(() => turn.run?.abort('caller'));
  }

  /** Whatever the shape of a call, its attempts at this target go to one upstream. */
  #sendTo(target: string): Send {
    const { clock, connections, upstream, modelOf, keyOf } = this.#options;
    const model = modelOf(target);
    const key = keyOf?.(target);
    const outgoing = ({ request }: { readonly request: Request }) => (request as Turn).outgoing(model, key);
    const sends = new Map(
      everyShape.map((shape) => {
        const url = upstream(target, shape.name).replace(/\/v1\/?$/, '');
        return [shape, httpUpstream({ url, caller: shape.caller, outgoing, connections, clock })] as const;
      }),
    );
    return (attempt, listener) => {
      const turn = attempt.request as Turn;
      const send = sends.get(turn.shape);
      if (send === undefined) throw new Error(`no way for ${turn.shape.name}`);
      return turn.send(send, attempt, listener);
    };
  }
}

/** What a module of the user's cannot make anything of stays as it was written: the answer is on its way already. */
function careful(adapt: Adapt | undefined, crashed: (error: unknown) => void): Adapt | undefined {
  if (adapt === undefined) return undefined;
  return (text) => {
    try {
      return adapt(text);
    } catch (error) {
      crashed(error);
      return undefined;
    }
  };
}

function withoutCalendar(spec: CurveSpec) {
  if (typeof spec === 'number') return constantSteps(spec);
  throw new InputError([{ key: 'limit.schedule', message: 'a limit by the clock needs the calendar of a run; use it in a scenario' }]);
}
