import type { Happened } from './failure.ts';
import type { Bounds } from './job.ts';
import type { SharedState } from './shared-state.ts';

const lookMs = 100;
/** The part of the processor time after which an event is slow. */
const slowShare = 0.1;

export interface WatchListener {
  /** An event takes long: once for each that does. */
  slow(): void;
  /** Events have passed since the last look. */
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
  let from = now();
  let slow = false;
  const timer = setInterval(() => {
    const at = now();
    if (state.events() !== events) {
      events = state.events();
      from = at;
      slow = false;
      listener.passed();
      return;
    }
    if (!slow && at.cpuMs - from.cpuMs >= cpuMs * slowShare) {
      slow = true;
      listener.slow();
    }
    const what = said(at.cpuMs - from.cpuMs, at.wallMs - from.wallMs);
    if (what === undefined) return;
    clearInterval(timer);
    const virtualMs = state.virtualMs();
    listener.blocked({ kind: 'blocked', what, ...(virtualMs !== undefined && { virtualMs }) });
  }, lookMs);
  const said = (usedMs: number, passedMs: number): string | undefined => {
    if (usedMs >= cpuMs) return `the code has been running for ${cpuMs / 1000} s without letting any event pass`;
    return passedMs >= wallMs ? `the code has held its thread for ${wallMs / 1000} s without letting any event pass` : undefined;
  };
  return () => clearInterval(timer);
}

function now(): { readonly cpuMs: number; readonly wallMs: number } {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() };
}
