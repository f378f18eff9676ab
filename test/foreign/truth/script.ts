import type { DialectName } from '../../../sim/dialects/registry.ts';
import { type Cell, cells, longMs } from './cells.ts';

/** A module under test, and what it speaks. */
export interface Client {
  readonly name: string;
  readonly file: string;
  readonly dialect: DialectName;
}

/** What one client meets. */
export interface Pair {
  readonly client: Client;
  readonly cell: Cell;
  /** Its own: the server's records of the attempts say it. */
  readonly model: string;
}

/** One call as a process is told to make it. */
export interface Call {
  readonly file: string;
  readonly dialect: DialectName;
  readonly model: string;
  readonly stream: boolean;
  /** When it is made, and when it is given up, ms. */
  readonly afterMs: number;
  readonly limitMs: number;
}

/** The body of `POST /_admin/scripts`. */
export interface Script {
  readonly model: string;
  readonly replies: readonly object[];
}

const betweenMs = 50;

export function pairsOf(clients: readonly Client[]): readonly Pair[] {
  return clients.flatMap((client) => cells.map((cell) => ({ client, cell, model: `${client.name}-${cell.name.replaceAll(' ', '-')}` })));
}

/** Their calls, a little after each other, so that none begins in the rush of all others. */
export function callsOf(pairs: readonly Pair[]): readonly Call[] {
  return pairs.map(({ client: { file, dialect }, cell: { stream = false, limitMs = longMs }, model }, index) => ({
    ...{ file, dialect, model, stream, limitMs },
    afterMs: index * betweenMs,
  }));
}

/** What their attempts meet, from now on. */
export function scriptsOf(pairs: readonly Pair[]): readonly Script[] {
  return pairs.filter(({ cell }) => cell.replies.length > 0).map(({ cell: { replies }, model }) => ({ model, replies }));
}

/** A provider for each client, in its own dialect, with a model for each cell. */
export function scenarioOf(pairs: readonly Pair[]): object {
  const names = [...new Set(pairs.map(({ client }) => client.name))];
  const providers = names.map((name) => {
    const own = pairs.filter(({ client }) => client.name === name);
    return [name, { dialect: own[0]?.client.dialect, models: Object.fromEntries(own.map(({ cell, model }) => [model, modelOf(cell)])) }];
  });
  return {
    providers: Object.fromEntries(providers),
    workload: { model: pairs[0]?.model, arrivals: { poisson: { rate: '1/s' } }, sizes: { input: 10, output: 6 } },
  };
}

function modelOf({ full }: Cell): object {
  const timed = { firstToken: '100ms', tokensPerSecond: 20, refuseAfter: '5ms' };
  return full === undefined ? { ...timed, slots: 8 } : { ...timed, slots: 0, capacityAs: full };
}
