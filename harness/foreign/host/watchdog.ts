import type { Happened } from './failure.ts';
import type { Bounds } from './job.ts';
import type { SharedState } from './shared-state.ts';

const lookMs = 100;
/** A look that comes later than this counts as so much: the machine was asleep, or the process stopped. */
const mostBetweenMs = 1000;
/** The part of the processor time after which an event is slow. */
const slowShare = 0.1;

export interface WatchListener {
  /** An event takes long: once for each that does. */
  slow(): void;
  /** Events pass again after one that was slow. */
  passed(): void;
  /** No event passes any more: once, and the watch is over. */
  blocked(happened: Happened): void;
}

/**
 * Looks ten times a second whether events pass. Processor time is the whole process's: its one job is all that uses any.
 * Returns what ends the watch.
 */
export function watch(state: SharedState, { cpuMs, wallMs }: Bounds, listener: WatchListener): () => void {
  let events = state.events();
  let last = now();
  let [usedMs, passedMs, slow] = [0, 0, false];
  const timer = setInterval(() => {
    const at = now();
    usedMs += at.cpuMs - last.cpuMs;
    passedMs += Math.min(at.wallMs - last.wallMs, mostBetweenMs);
    last = at;
    if (state.events() !== events) {
      events = state.events();
      if (slow) listener.passed();
      [usedMs, passedMs, slow] = [0, 0, false];
    } else if (usedMs >= cpuMs || passedMs >= wallMs) {
      clearInterval(timer);
      listener.blocked(usedMs >= cpuMs ? blocked(`been running for ${cpuMs / 1000} s`, state) : held(wallMs, state));
    } else if (!slow && usedMs >= cpuMs * slowShare) {
      slow = true;
      listener.slow();
    }
  }, lookMs);
  return () => clearInterval(timer);
}

/** What happened to code that holds its thread for so long. */
export function held(ms: number, state: SharedState): Happened {
  return blocked(`held its thread for ${ms / 1000} s`, state);
}

function blocked(did: string, state: SharedState): Happened {
  const virtualMs = state.virtualMs();
  return { kind: 'blocked', what: `the code has ${did} without letting any event pass`, ...(virtualMs !== undefined && { virtualMs }) };
}

function now(): { readonly cpuMs: number; readonly wallMs: number } {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() };
}
