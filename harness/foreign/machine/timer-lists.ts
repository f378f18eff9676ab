import { type Clock, eventClass, type Micros, Timer } from '../../../sim/kernel/clock.ts';

/** Members that are due at one instant after the same delay, in the order in which they came. */
export interface TimerList<Member> {
  leave(member: Member): void;
}

/** All waiting timers of one kind, in lists as Node has them. */
export interface TimerLists<Member> {
  join(member: Member, ms: number): TimerList<Member>;
  /** The next number for a member. */
  numbered(): number;
  readonly byNumber: Map<number, Member>;
}

export interface TimerListOptions<Member> {
  readonly clock: Clock;
  /** Node's own setImmediate. */
  readonly immediately: (run: () => void) => void;
  readonly expire: (member: Member) => void;
}

/**
 * A list is one event of the clock. Its members fire in one go, with microtasks and ticks between them and nothing else, as
 * Node's do: each in an immediate of its own.
 */
export function createTimerLists<Member>(options: TimerListOptions<Member>): TimerLists<Member> {
  const { clock } = options;
  /** By delay, ms: the list that was begun last. */
  const begun = new Map<number, List<Member>>();
  let numbers = 0;
  return {
    join: (member, ms) => {
      const at = clock.now() + ms * 1000;
      let list = begun.get(ms);
      if (list === undefined || list.at !== at || !list.armed) {
        list = new List(options, { at, ms, begun });
        begun.set(ms, list);
        clock.arm(list, at, eventClass.timeout);
      }
      list.members.add(member);
      return list;
    },
    numbered: () => ++numbers,
    byNumber: new Map(),
  };
}

interface Place<Member> {
  readonly at: Micros;
  readonly ms: number;
  readonly begun: Map<number, List<Member>>;
}

class List<Member> extends Timer implements TimerList<Member> {
  readonly members = new Set<Member>();
  readonly at: Micros;
  private readonly options: TimerListOptions<Member>;
  private readonly place: Place<Member>;

  constructor(options: TimerListOptions<Member>, place: Place<Member>) {
    super();
    this.options = options;
    this.place = place;
    this.at = place.at;
  }

  leave(member: Member): void {
    this.members.delete(member);
    if (this.members.size > 0) return;
    this.options.clock.disarm(this);
    this.forget();
  }

  fire(): void {
    const { members } = this;
    const { expire, immediately } = this.options;
    this.forget();
    const [only] = members;
    if (members.size === 1 && only !== undefined) {
      members.clear();
      expire(only);
      return;
    }
    for (const member of members)
      immediately(() => {
        // One that fired before may have cleared it.
        if (members.delete(member)) expire(member);
      });
  }

  private forget(): void {
    const { begun, ms } = this.place;
    if (begun.get(ms) === this) begun.delete(ms);
  }
}
