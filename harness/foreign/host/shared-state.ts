/**
 * What a thread and its process share: it can be read while the thread is blocked, and after its end. Events passed, virtual
 * time, and the first bytes of what the thread wrote.
 */
export interface SharedState {
  readonly buffer: SharedArrayBuffer;
  /** Another event has passed. */
  alive(virtualMs: number): void;
  /** Events until now; wraps around. */
  events(): number;
  /** Virtual time of the last event, ms; undefined before the first. */
  virtualMs(): number | undefined;
  /** Keeps text while there is room, and counts the rest. */
  write(text: string): void;
  /** What was written, and how much more there was. */
  output(): string;
}

const headBytes = 32;
const [eventsAt, keptAt, droppedAt] = [0, 1, 2];
/** In doubles: behind the counts. */
const timeAt = 2;

/** A state with room for so many bytes of output. */
export function createSharedState(outputBytes: number): SharedState {
  const state = sharedStateOf(new SharedArrayBuffer(headBytes + outputBytes));
  new Float64Array(state.buffer, 0, headBytes / 8)[timeAt] = Number.NaN;
  return state;
}

export function sharedStateOf(buffer: SharedArrayBuffer): SharedState {
  const counts = new Int32Array(buffer, 0, 3);
  const times = new Float64Array(buffer, 0, headBytes / 8);
  const text = new Uint8Array(buffer, headBytes);
  const encoder = new TextEncoder();
  return {
    buffer,
    alive(virtualMs) {
      times[timeAt] = virtualMs;
      Atomics.add(counts, eventsAt, 1);
    },
    events: () => Atomics.load(counts, eventsAt),
    virtualMs() {
      const ms = times[timeAt] ?? Number.NaN;
      return Number.isNaN(ms) ? undefined : ms;
    },
    write(more) {
      const kept = Atomics.load(counts, keptAt);
      const bytes = encoder.encode(more);
      const room = bytes.subarray(0, text.length - kept);
      text.set(room, kept);
      Atomics.store(counts, keptAt, kept + room.length);
      Atomics.add(counts, droppedAt, bytes.length - room.length);
    },
    output() {
      const kept = Buffer.from(text.slice(0, Atomics.load(counts, keptAt))).toString();
      const dropped = Atomics.load(counts, droppedAt);
      return dropped === 0 ? kept : `${kept}\n… and ${dropped} more bytes\n`;
    },
  };
}
