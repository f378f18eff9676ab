import { AsyncLocalStorage } from 'node:async_hooks';
import { after, type Clock, eventClass } from '../../../sim/kernel/clock.ts';
import type { Request } from '../../../sim/kernel/transport.ts';
import type { Takers } from '../../client/fleet.ts';
import type { Settled, Taker } from '../../client/settled.ts';
import type { Ledger } from '../../conduct/ledger.ts';
import type { Ticket } from '../../run/ticket.ts';
import type { ForeignClient } from '../host/pick-client.ts';
import { Call } from './call.ts';
import { foreignRequest } from './foreign-request.ts';
import type { Noticed } from './noticed.ts';
import { createPastCalls } from './past-calls.ts';

export interface CallersOptions {
  readonly clock: Clock;
  /** The user's code, one for each simulated client. */
  readonly clients: readonly ForeignClient[];
  readonly baseURL: string;
  readonly ledger: Ledger;
  readonly noticed: Pick<Noticed, 'answered' | 'failed' | 'unread'>;
  /** Each of the clients has a limit of its own, as far as its code has one. */
  readonly perClient: boolean;
  /** What requests ask for; every model that the code may go to. */
  readonly model: string;
  readonly targets: readonly string[];
}

/** The user's code as a run's clients. */
export interface Callers extends Takers {
  /** Also of requests that are over. */
  callOf(entity: number): Call | undefined;
  /** The request in whose course this is called, as far as the code keeps its asynchronous context. */
  calling(): number | undefined;
}

export function createCallers({ clock, clients, baseURL, ledger, noticed, perClient, model, targets }: CallersOptions): Callers {
  const calls = new Map<number, Call>();
  const past = createPastCalls();
  const context = new AsyncLocalStorage<number>();

  const taker = (client: ForeignClient): Taker => ({
    begin(request: Request, deadlineAt: number, done: (settled: Settled) => void) {
      const ticket = request as Ticket;
      const call = new Call(ticket, ledger.arrived(ticket.entity, perClient ? ticket.client : 0, clock.now()));
      calls.set(request.entity, call);
      const leaving = new AbortController();
      const settle = (how: 'answered' | 'threw' | 'deadline', error?: unknown): void => {
        if (call.over) return;
        if (timer !== undefined) clock.disarm(timer);
        ledger.settled(call.entry, clock.now());
        const settled = call.settle(how, clock.now());
        if (settled.class === 'ok') noticed.answered();
        else if (how === 'answered' && call.open > 0) noticed.unread();
        else if (how === 'threw' && settled.class === 'unknown' && settled.reason === 'thrown') noticed.failed(error);
        done(settled);
        // Code that ended by itself rarely goes on; what it left open, or was told too late, may.
        if (how !== 'deadline' && call.open === 0 && calls.get(ticket.entity) === call) {
          calls.delete(ticket.entity);
          past.keep(ticket, clock.now());
        }
      };
      const tooLate = (): void => {
        settle('deadline');
        leaving.abort(new DOMException('Nobody waits for this request any more.', 'TimeoutError'));
      };
      const timer = deadlineAt < Number.POSITIVE_INFINITY ? after(clock, deadlineAt - clock.now(), tooLate, eventClass.timeout) : undefined;
      const scope = { baseURL, fetch: globalThis.fetch, signal: leaving.signal };
      context.run(request.entity, () => {
        // Whatever the code is, what it throws is its own answer to this request.
        void new Promise((resolve) => resolve(client(foreignRequest(request, model), scope))).then(
          () => settle('answered'),
          (error: unknown) => settle('threw', error),
        );
      });
      return undefined;
    },
  });

  /** Of a request that went on after its end: from here on it stays. */
  const again = (entity: number): Call | undefined => {
    const found = past.find(entity);
    if (found === undefined) return undefined;
    const { ticket, settledAt } = found;
    const call = new Call(ticket, ledger.past(ticket, perClient ? ticket.client : 0, settledAt));
    call.over = true;
    calls.set(entity, call);
    return call;
  };

  return {
    clients: clients.map(taker),
    targets,
    permits: [],
    callOf: (entity) => calls.get(entity) ?? again(entity),
    calling: () => context.getStore(),
  };
}
