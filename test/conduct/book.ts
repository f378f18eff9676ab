import type { Count } from '../../harness/conduct/check.ts';
import { judgeConduct } from '../../harness/conduct/judge.ts';
import { type Entry, Ledger } from '../../harness/conduct/ledger.ts';
import type { Step } from '../../harness/conduct/story.ts';
import { teller } from '../../harness/conduct/tell.ts';
import type { ConductFinding } from '../../reports/result/conduct.ts';
import type { AttemptClass } from '../../reports/result/outcome.ts';

/** One attempt of a request: when it is sent and over (ms), and what came of it. */
export interface Sent {
  readonly from: number;
  readonly to?: number;
  readonly class?: AttemptClass;
  readonly hintMs?: number;
  readonly toldTry?: number;
  readonly model?: string;
}

/** One request with its times in ms. */
export interface Told {
  readonly at: number;
  readonly sent?: readonly Sent[];
  readonly settled?: number;
  readonly scope?: number;
}

/** What the checks make of these requests, told in the order of time until `until` (ms). */
export function countsOf(requests: readonly Told[], until = 1e9): readonly Count[] {
  const ledger = new Ledger(teller({ localAt: (ms) => ms, nameOf: ({ entity }) => `ac-${entity}` }));
  const entries = new Map<number, Entry>();
  const steps = new Map<Sent, Step>();
  const entryOf = (entity: number): Entry => entries.get(entity) as Entry;
  const events = requests.flatMap(({ at, sent = [], settled, scope = 0 }, entity) => [
    { ms: at, order: 0, run: (now: number) => void entries.set(entity, ledger.arrived(entity, scope, now)) },
    ...sent.flatMap((each) => {
      const { from, to, class: outcome, hintMs, toldTry, model = 'big' } = each;
      const begin = {
        ms: from,
        order: 2,
        run: (now: number) => void steps.set(each, ledger.began(entryOf(entity), { model, toldTry }, now)),
      };
      const how = { ...(outcome && { class: outcome }), hintMs };
      const end = { ms: to ?? 0, order: 1, run: (now: number) => ledger.ended(entryOf(entity), steps.get(each) as Step, how, now) };
      return to === undefined ? [begin] : [begin, end];
    }),
    ...(settled === undefined ? [] : [{ ms: settled, order: 3, run: (now: number) => ledger.settled(entryOf(entity), now) }]),
  ]);
  for (const { ms, run } of events.toSorted((a, b) => a.ms - b.ms || a.order - b.order)) run(1000 * ms);
  return ledger.end(1000 * until);
}

/** The finding of one name over these requests, as one replication. */
export function findingOf(name: string, requests: readonly Told[], until?: number): ConductFinding {
  const found = judgeConduct([countsOf(requests, until)]).find(({ finding }) => finding === name);
  if (found === undefined) throw new Error(`no finding ${name}`);
  return found;
}
