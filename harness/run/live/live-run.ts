import type { Identity, LiveFigures } from '../../../reports/result/fold.ts';
import { after, eventClass, type Timer } from '../../../sim/kernel/clock.ts';
import { type HttpConnections, openConnections } from '../../client/http-connections.ts';
import type { Modules } from '../../strategy/custom.ts';
import { Batch } from '../batch.ts';
import { type ClientSide, createClientSide, type Job, type Surroundings, surroundingsOf } from '../client-side.ts';
import type { Finished } from '../finished.ts';
import { clientIdentities } from '../identities.ts';
import { Sampler } from '../sampler.ts';
import { alarmTeller } from './alarm-teller.ts';
import { LiveClock } from './live-clock.ts';
import { liveFigures } from './live-figures.ts';
import { LiveRecorder } from './live-recorder.ts';
import type { LiveOptions } from './options.ts';
import { machineMs, type SharedStart, scaledTime } from './scaled-time.ts';
import type { Bill, ServerBooks } from './server-messages.ts';
import { contextOf, qualityOf, upstreams } from './upstreams.ts';

/** From saying when time begins to its beginning, ms: both sides know it by then. */
const leadMs = 20;
const lookMs = 5;
/** By then whatever was due before has happened, ms of real time. */
const lateMs = 50;
/** A run that is past its end and in which nothing begins or ends for so long will never end by itself, ms of real time. */
const stillMs = 60_000;

export interface LiveRunOptions {
  readonly job: Job;
  readonly modules: Modules;
  readonly live: LiveOptions;
  readonly start: SharedStart;
  readonly signal: AbortSignal | undefined;
  /** Told how much of the job is done, 0 … 1. */
  readonly tell: ((share: number) => void) | undefined;
}

/** A live run that is over, as far as it is folded. */
export interface FinishedLive extends Finished {
  readonly recorder: LiveRecorder;
  readonly live: LiveFigures;
  /** Empty where the server does not know whom it bills. */
  readonly bills: readonly Bill[];
}

/** Attempts due, and those on a connection, at the end of the window. */
interface AtEnd {
  readonly sent: number;
  readonly arrived: number;
  readonly onTheWire: number;
}

/** A job's client side in real time: the same strategy and workload as in virtual time, against a server over sockets. */
export class LiveRun {
  readonly #options: LiveRunOptions;
  readonly #surroundings: Surroundings;
  readonly #connections: HttpConnections;
  readonly #side: ClientSide;
  readonly #recorder: LiveRecorder;
  readonly clock: LiveClock;
  #failure: unknown;
  /** Timers that wait for nothing but the end of a bucket or of the window. */
  readonly #ours: readonly Timer[];
  #url = '';
  #atEnd: AtEnd | undefined;
  /** It was interrupted. */
  cut = false;

  constructor(options: LiveRunOptions) {
    const { job, modules, live, start } = options;
    this.#options = options;
    this.#surroundings = surroundingsOf(job);
    this.#connections = openConnections({ most: live.connections });
    this.clock = new LiveClock(
      scaledTime(live.timeScale, () => start.startMs),
      (error) => {
        this.#failure = error;
      },
    );
    const { clock } = this;
    let recorder: LiveRecorder | undefined;
    this.#side = createClientSide({ ...job, raw: true }, this.#surroundings, {
      clock,
      modules,
      recorder: (books) => {
        recorder = new LiveRecorder(books);
        return recorder;
      },
      send: upstreams({
        live,
        url: () => this.#url,
        connections: this.#connections,
        clock,
        onWire: (waited) => this.#recorder.onWire(waited),
      }),
      quality: (target) => qualityOf(live.providers, target),
      context: (target) => contextOf(live.providers, target),
      alarmed: alarmTeller(job, live, () => this.#recorder.options.alarms?.book),
    });
    if (recorder === undefined) throw new Error('a client side without a recorder');
    this.#recorder = recorder;
    const { fleet, generator } = this.#side;
    const strategy = job.scenario.strategies[job.strategyIndex];
    if (live.checkpoint !== undefined && strategy?.checkpoint !== undefined && generator.batch instanceof Batch)
      generator.batch.keepIn(live.checkpoint.storeOf(strategy.name, job.replication));
    const sampler = new Sampler({ clock, end: this.#surroundings.end, recorder, fleet, pool: undefined });
    sampler.start();
    this.#ours = [sampler, after(clock, this.#surroundings.end, () => this.#windowEnds(), eventClass.arrival)];
  }

  /** Everywhere that the strategy sends to, its first choice first. */
  get targets(): readonly string[] {
    return this.#side.fleet.targets;
  }

  /** Begins, against a server that listens there, and resolves at the end of the run. Throws what an event of it threw. */
  async run(url: string): Promise<void> {
    const { start, signal, tell } = this.#options;
    const { end } = this.#surroundings;
    this.#url = url;
    start.begin(machineMs() + leadMs);
    let signs = 0;
    let signMs = machineMs();
    while (this.#failure === undefined && !this.#over()) {
      await new Promise((resolve) => setTimeout(resolve, lookMs));
      const now = this.clock.now();
      this.#recorder.options.alarms?.advance(now / 1000);
      tell?.(Math.min(1, now / end));
      const seen = this.#signs();
      if (seen !== signs || now < end) signMs = machineMs();
      signs = seen;
      this.cut = signal?.aborted === true;
      if (this.cut || machineMs() - signMs > stillMs) break;
    }
    if (this.#failure !== undefined) throw this.#failure;
    this.#windowEnds();
    // What is left of the window nothing happens in: it has passed.
    this.clock.close(this.cut ? 0 : end);
  }

  /** Closes every connection; what is under way stays without an end. */
  close(): Promise<void> {
    this.clock.close();
    return this.#connections.close();
  }

  /** The run as it is folded, with the books of its server and the lateness of empty timers, ms. */
  finished(books: ServerBooks, timers: Float64Array): FinishedLive {
    const { job, live } = this.#options;
    const { generator, fleet } = this.#side;
    const recorder = this.#recorder;
    const ours = live.target === undefined;
    recorder.settle(books.bills, ours);
    recorder.options.timeline.means.freeSlots.set(books.freeSlots.slice(0, recorder.options.timeline.means.freeSlots.length));
    const end = this.cut ? Math.min(this.#surroundings.end, this.clock.now()) : this.#surroundings.end;
    return {
      job,
      clock: this.clock,
      recorder,
      generator,
      fleet,
      end,
      books,
      identities: () => [...clientIdentities(generator, recorder), ...(ours ? [this.#between(books)] : []), ...books.sums],
      live: this.#figures(books, timers, end),
      bills: ours ? books.bills : [],
    };
  }

  /** Nothing more can happen, or nothing more is waited for. */
  #over(): boolean {
    if (this.clock.now() >= this.#surroundings.until) return true;
    if (this.#side.generator.open > 0) return false;
    // An arrival that is due before the window's end may come a little later.
    const late = lateMs * 1000 * this.#options.live.timeScale;
    return this.clock.now() >= this.#surroundings.end + late || this.clock.armed <= this.#ours.filter(({ armed }) => armed).length;
  }

  /** Grows with everything that begins or ends. */
  #signs(): number {
    const { sent, answered, cancelled, ok, failed } = this.#recorder.totals;
    return sent + answered + cancelled + ok + failed;
  }

  #windowEnds(): void {
    const { totals, waited, late } = this.#recorder;
    this.#atEnd ??= { sent: totals.sent, arrived: late.length, onTheWire: waited.length };
  }

  #figures({ servedMs }: ServerBooks, timers: Float64Array, end: number): LiveFigures {
    const { late, waited, columns } = this.#recorder;
    const { sent, arrived, onTheWire } = this.#atEnd ?? { sent: 0, arrived: 0, onTheWire: 0 };
    return liveFigures({
      timeScale: this.#options.live.timeScale,
      late: late.sorted(),
      waited: waited.sorted(),
      timers,
      // A request that begins after the window was due in it: arrivals end there.
      due: sent + late.length - arrived,
      onTheWire,
      windowSeconds: end / 1e6,
      serviceMs: columns.serviceMs.sorted(),
      servedMs,
    });
  }

  #between({ counts }: ServerBooks): Identity {
    const { totals, doubtful } = this.#recorder;
    const left = totals.sent - counts.arrived - counts.travelling - counts.lost;
    const right = doubtful + totals.open;
    const name = 'client and provider, live: 0 ≤ sent − arrived ≤ lost or cancelled by the client + open at the end';
    return { name, left, right, holds: left >= 0 && left <= right };
  }
}
