import type { AttemptClass } from '../../reports/result/outcome.ts';
import type { Micros } from '../../sim/kernel/clock.ts';
import type { Check, CheckScope, Count, Load } from './check.ts';
import { findings } from './registry.ts';
import type { Step, Story } from './story.ts';

/** What is known of a send when the provider has it. */
export interface Sent {
  readonly model: string;
  readonly toldTry?: number | undefined;
}

/** Where a request stands between its arrival and its end. */
type Standing = keyof Load;

/** A request as whoever tells of it holds it. */
export interface Entry {
  readonly story: Story;
  /** Who shares its limit. */
  readonly scope: number;
  /** Attempts under way. */
  open: number;
  standing: Standing | undefined;
  /** The checks have its story. */
  told: boolean;
}

interface Group {
  readonly load: Record<Standing, number>;
  since: Micros;
}

/** Everything that requests and their attempts do, told in the order of time; the checks see it from here. */
export class Ledger {
  readonly #checks: readonly Check[];
  readonly #groups = new Map<number, Group>();
  readonly #entries = new Set<Entry>();
  #open = 0;

  constructor(scope: CheckScope) {
    this.#checks = Object.values(findings).map((finding) => finding.start(scope));
  }

  /** A request comes; whoever shares a limit with it has the same `scope`. */
  arrived(entity: number, scope: number, now: Micros): Entry {
    const story: Story = { entity, arrivedAt: now, steps: [], settledAt: undefined };
    const entry: Entry = { story, scope, open: 0, standing: undefined, told: false };
    this.#entries.add(entry);
    this.#stand(entry, now);
    return entry;
  }

  /** A request that was told of goes on; what it did before is not known any more. */
  past({ entity, arrivedAt }: Pick<Story, 'entity' | 'arrivedAt'>, scope: number, settledAt: Micros): Entry {
    return { story: { entity, arrivedAt, steps: [], settledAt }, scope, open: 0, standing: undefined, told: true };
  }

  /** An attempt of it comes to the provider. */
  began(entry: Entry, { model, toldTry }: Sent, now: Micros): Step {
    const step: Step = { model, sentAt: now, toldTry, endedAt: undefined, class: undefined, hintMs: undefined };
    entry.story.steps.push(step);
    entry.open += 1;
    this.#stand(entry, now);
    this.#opened(1, now);
    if (entry.told) for (const check of this.#checks) check.late?.(entry.story, now);
    return step;
  }

  /** It is over; without a class its client has left. */
  ended(entry: Entry, step: Step, outcome: { readonly class?: AttemptClass; readonly hintMs?: number | undefined }, now: Micros): void {
    step.endedAt = now;
    step.class = outcome.class;
    step.hintMs = outcome.hintMs;
    entry.open -= 1;
    this.#stand(entry, now);
    this.#opened(-1, now);
    this.#closeIfOver(entry, now);
  }

  /** Its caller has an answer or an error, or waits no longer. */
  settled(entry: Entry, now: Micros): void {
    entry.story.settledAt = now;
    this.#stand(entry, now);
    this.#closeIfOver(entry, now);
  }

  /** The run is over: what each finding of the registry comes to, in its order. */
  end(now: Micros): readonly Count[] {
    for (const entry of this.#entries) this.#tell(entry, now);
    for (const [scope, group] of this.#groups) this.#pass(scope, group, now);
    return this.#checks.map((check) => check.result());
  }

  #closeIfOver(entry: Entry, now: Micros): void {
    if (entry.story.settledAt !== undefined && entry.open === 0 && !entry.told) this.#tell(entry, now);
  }

  #tell(entry: Entry, now: Micros): void {
    this.#entries.delete(entry);
    entry.told = true;
    for (const check of this.#checks) check.story?.(entry.story, now);
  }

  #opened(more: number, now: Micros): void {
    this.#open += more;
    for (const check of this.#checks) check.open?.(this.#open, now);
  }

  /** Counts the request where it stands now. */
  #stand(entry: Entry, now: Micros): void {
    const standing = standingOf(entry);
    if (standing === entry.standing) return;
    let group = this.#groups.get(entry.scope);
    if (group === undefined) {
      group = { load: { open: 0, waiting: 0, backingOff: 0 }, since: now };
      this.#groups.set(entry.scope, group);
    }
    this.#pass(entry.scope, group, now);
    if (entry.standing !== undefined) group.load[entry.standing] -= 1;
    if (standing !== undefined) group.load[standing] += 1;
    entry.standing = standing;
  }

  #pass(scope: number, group: Group, now: Micros): void {
    if (now > group.since) for (const check of this.#checks) check.passed?.(scope, { ...group.load }, group.since, now);
    group.since = now;
  }
}

function standingOf({ story, open }: Entry): Standing | undefined {
  if (story.settledAt !== undefined) return undefined;
  if (open > 0) return 'open';
  return story.steps.length === 0 ? 'waiting' : 'backingOff';
}
