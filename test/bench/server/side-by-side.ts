import { median } from '../measure.ts';
import { type Child, startChild } from './child.ts';
import { type Contender, startContenders } from './contenders.ts';
import type { Load, Served } from './load.ts';
import { bodyOf, type Kind } from './reply.ts';
import type { Used } from './serving.ts';

/** One contender under one load. */
export interface Measured {
  /** CPU seconds of the server a reply. */
  readonly cpuSeconds: number;
  readonly perSecond: number;
}

/** Of each contender by its name, round by round. */
export type Rounds = ReadonlyMap<string, readonly Measured[]>;

/** All contenders under one load, in turn, `rounds` times after one that does not count. */
export async function sideBySide(kind: Kind, connections: number, requests: number, rounds: number): Promise<Rounds> {
  const load = startChild('load.js');
  const contenders = await startContenders();
  const measured = new Map(contenders.map(({ name }) => [name as string, [] as Measured[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const contender of contenders) {
      const one = await measure(contender, load.ask, { body: bodyOf(kind), connections, requests });
      if (round > 0) measured.get(contender.name)?.push(one);
    }
  }
  for (const { child } of contenders) child.stop();
  load.stop();
  return measured;
}

async function measure({ child, port }: Contender, load: Child['ask'], how: Omit<Load, 'port'>): Promise<Measured> {
  const before = await child.ask<Used>({});
  const { seconds } = await load<Served>({ ...how, port });
  const after = await child.ask<Used>({});
  return { cpuSeconds: (after.cpuSeconds - before.cpuSeconds) / how.requests, perSecond: how.requests / seconds };
}

/** Median over the rounds of theirs / ours in CPU seconds a reply: how many times as many replies a second of processor gives. */
export function advantage(measured: Rounds, theirs: string): number {
  const ours = measured.get('ours') ?? [];
  const others = measured.get(theirs) ?? [];
  return median(others.map(({ cpuSeconds }, round) => cpuSeconds / (ours[round]?.cpuSeconds ?? Number.NaN)));
}
