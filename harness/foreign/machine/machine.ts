import { syncBuiltinESMExports } from 'node:module';
import { VirtualClock } from '../../../sim/kernel/virtual-clock.ts';
import { installAbortTimeout } from './abort-timeout.ts';
import { installCalendar } from './calendar.ts';
import { callingPlace } from './calling-place.ts';
import { installDate } from './date.ts';
import { installFinalization } from './finalization.ts';
import { createFindings, type Finding } from './finding.ts';
import { createImmediates } from './immediates.ts';
import { watchInstant } from './instant.ts';
import { installMonotonic } from './monotonic.ts';
import { keepOutput, type Output } from './output.ts';
import { createPoolGate } from './pool-gate.ts';
import { installPoolGate } from './pool-jobs.ts';
import { installPorts } from './ports.ts';
import { installRandomness } from './randomness.ts';
import { detectRealThings } from './real-things.ts';
import { createDriver, type Ending } from './settle.ts';
import { listenToThread } from './thread-events.ts';
import { installTimers, type TimerOptions } from './timers.ts';
import { installWaitAsync } from './wait-async.ts';
import { refuseWaysOut } from './ways-out.ts';
import { installWebAssembly } from './web-assembly.ts';
import { installZlib } from './zlib-handles.ts';

export interface MachineOptions {
  /** What `Date.now()` says when the clock stands at 0. */
  readonly startEpochMs: number;
  /** Uniform in [0, 1): all luck of the thread. */
  readonly random: () => number;
  /** Events at one instant, and immediates in one chain, beyond which it is a livelock. */
  readonly mostEventsPerInstant?: number;
  /** False where the thread's host keeps what is printed; `output` stays empty then. Default true. */
  readonly keepsOutput?: boolean;
}

/** A thread whose time and luck are simulated. */
export interface Machine {
  /** Everything that waits in the thread waits here. */
  readonly clock: VirtualClock;
  /** Real things for the thread's own housekeeping. A real timer keeps the thread from settling until it fired or is unref'd. */
  readonly real: { readonly setTimeout: typeof setTimeout; readonly clearTimeout: typeof clearTimeout; readonly nowMs: () => number };
  /**
   * Fires one event each time the thread's loop has died of its own accord, until `over()` is true between two events, or
   * nothing is armed. Nothing of the thread's own that is ref'd (a port that listens, a real timer) may be alive.
   */
  run(over: () => boolean): Promise<Ending>;
  readonly findings: readonly Finding[];
  /** What the user's code printed. */
  readonly output: Output;
}

const mostEvents = 100_000;
let installed = false;

/**
 * Takes over the time, the luck and the ways out of this thread. Once a thread, before any module of the user or of a package
 * is loaded. What stays real: `performance.mark`, `Event.timeStamp`, `console.time`, new `vm` contexts, keys made by OpenSSL,
 * memory figures.
 */
export function installMachine(options: MachineOptions): Machine {
  const { random, mostEventsPerInstant = mostEvents, keepsOutput = true } = options;
  if (installed) throw new Error('this thread has a machine already');
  installed = true;
  const { setTimeout, clearTimeout } = globalThis;
  const nowMs = performance.now.bind(performance);
  const clock = new VirtualClock();
  const findings = createFindings(() => clock.now() / 1000);
  const instant = watchInstant(clock, mostEventsPerInstant);
  const gate = createPoolGate(instant.caused);
  const immediates = createImmediates({ longestChain: mostEventsPerInstant, tooLong: () => driver.livelock(callingPlace()) });
  const driver = createDriver({ clock, gate, immediates, instant });
  const output = keepsOutput ? keepOutput() : { text: '', leftOut: 0 };
  installTime(options, { clock, immediates, findings });
  installRandomness(random);
  installFinalization();
  installPorts(immediates.real);
  installZlib();
  installWebAssembly();
  installPoolGate(gate);
  refuseWaysOut(findings);
  listenToThread(findings, driver.died);
  syncBuiltinESMExports();
  const { allowed } = detectRealThings(findings, driver.driving);
  const realTimeout = (...args: Parameters<typeof setTimeout>) => allowed(() => setTimeout(...args));
  return {
    clock,
    real: { setTimeout: realTimeout as typeof setTimeout, clearTimeout, nowMs },
    run: driver.run,
    findings: findings.list,
    output,
  };
}

/** Everything that tells the time, or waits. */
function installTime({ startEpochMs }: MachineOptions, parts: TimerOptions): void {
  const { clock } = parts;
  const epochMs = (): number => startEpochMs + clock.now() / 1000;
  const timers = installTimers(parts);
  installAbortTimeout(timers);
  installWaitAsync(timers);
  installDate(epochMs);
  installMonotonic(clock, startEpochMs);
  installCalendar(epochMs);
}
