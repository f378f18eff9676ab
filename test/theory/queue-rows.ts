import { type Chain, meanOver, poissonChain, queueChain, relativeVariance, stationary } from './chain.ts';
import { erlangC, meanWait, meanWaitOneSlot } from './formulas.ts';
import { type Figure, mostlyTenants, ownShare, queueWarmUp, type Row, refused } from './row.ts';
import type { Law, Seen, System } from './system.ts';
import { vectors } from './vectors.ts';

const waitOf = (seen: Seen): number => seen.meanWait;
const waitedOf = (seen: Seen): number => seen.waited;

/** M/M/c with a queue without a bound. */
export function erlangCRows(): Row[] {
  return vectors.erlang.rows.map(({ c, a, C, Wq }) => {
    const chain = queueChain(c, a);
    const mixed = c >= 20;
    // Where others bring most of the load our own are a sample of all, with a noise of its own.
    const sampled = (squared: number): number => (mixed ? squared / (ownShare * a) : 0);
    const system = mixed ? mostlyTenants(c, a, 'exponential') : ({ slots: c, arrivals: { poisson: a }, service: 'exponential' } as const);
    return {
      group: 'Erlang C',
      name: `${c} slots, ${a} Erlang`,
      system: { ...system, queue: 'unlimited' },
      warmUpSeconds: queueWarmUp(c, a),
      figures: [
        { name: 'wait', expected: Wq, of: waitOf, variance: waitVariance(chain) + sampled(2 / C - 1) },
        { name: 'share that waits', expected: C, of: waitedOf, variance: waitedVariance(chain) + sampled(1 / C - 1) },
      ],
    };
  });
}

const queued =
  ({ slots }: Chain) =>
  (state: number): number =>
    Math.max(0, state - slots);

function waitVariance(chain: Chain): number {
  return relativeVariance(chain, { per: 'taken', second: queued(chain) });
}

function waitedVariance(chain: Chain): number {
  return relativeVariance(chain, { per: 'taken', taken: (state) => (state >= chain.slots ? 1 : 0) });
}

/** The load at which waits are followed request by request instead: to see their mean would take 600 million of them. */
export const followedLoad = 0.99;

/** M/M/1 and M/D/1. */
export function oneSlotRows(): Row[] {
  return vectors.mm1_md1
    .filter(({ rho }) => rho !== followedLoad)
    .flatMap(({ rho, Wq_mm1, Wq_md1, p99_sojourn_mm1: p99 }) => {
      const chain = queueChain(1, rho);
      const mixed = rho >= 0.95;
      const own = mixed ? ownShare * rho : rho;
      // E[W²] / E[W]² is 2/ρ; less in M/D/1.
      const variance = waitVariance(chain) + (mixed ? (2 / rho - 1) / own : 0);
      const systemOf = (service: Law): System => ({
        ...(mixed ? mostlyTenants(1, rho, service) : { slots: 1, arrivals: { poisson: rho }, service }),
        queue: 'unlimited',
      });
      const row = (group: string, service: Law, figures: readonly Figure[]): Row => ({
        group,
        name: `load ${rho}`,
        system: systemOf(service),
        warmUpSeconds: queueWarmUp(1, rho),
        figures,
      });
      return [
        row('M/M/1', 'exponential', [{ name: 'wait', expected: Wq_mm1, of: waitOf, variance }, sojournFigure(rho, own, p99)]),
        // In heavy traffic waits of M/D/1 vary half as much.
        row('M/D/1', 'constant', [{ name: 'wait', expected: Wq_md1, of: waitOf, variance: variance / 2 }]),
      ];
    });
}

/**
 * The 99th percentile t of the time in M/M/1. Who finds n there stays longer than t with the probability that n + 1 services
 * do; the density at t is 0.01 · (1 − ρ), and t · (1 − ρ) is ln 100.
 */
function sojournFigure(load: number, own: number, t: number): Figure {
  const chain = queueChain(1, load);
  const longer: number[] = [];
  let term = Math.exp(-t);
  for (let n = 0, sum = term; n < chain.up.length; n++, sum += term) {
    longer.push(sum);
    term *= t / (n + 1);
  }
  const stays = (n: number): number => longer[n] as number;
  const sampled = meanOver(stationary(chain), (n) => stays(n) * (1 - stays(n))) / (0.01 * 0.01) / own;
  return {
    name: 'p99 of the time in the system',
    expected: t,
    of: ({ output }) => (output.fold.samples.latencyOk?.p99 ?? Number.NaN) / 1000,
    variance: (relativeVariance(chain, { per: 'taken', taken: stays }) + sampled) / (Math.log(100) * Math.log(100)),
  };
}

/** M/M/c/K: a queue with places. */
export function boundedRows(): Row[] {
  return vectors.mmcK.map((row) => ({
    group: 'M/M/c/K',
    name: `${row.c} slots, ${row.K - row.c} places, ${row.lam} Erlang`,
    system: { slots: row.c, arrivals: { poisson: row.lam }, service: 'exponential', queue: row.K - row.c },
    warmUpSeconds: 200,
    figures: boundedFigures(row),
  }));
}

function boundedFigures({ lam, c, K, p0, P_block, L, Lq, W, Wq }: (typeof vectors.mmcK)[number]): Figure[] {
  const chain = poissonChain(c, K, lam);
  const rewarded = (per: 'second' | 'taken', second: (state: number) => number): number => relativeVariance(chain, { per, second });
  // Nobody ever waits where there is no place to.
  const waiting = (per: 'second' | 'taken'): number => (K === c ? 0 : rewarded(per, queued(chain)));
  const latency = ({ output }: Seen): number => (output.fold.samples.latencyOk?.mean ?? Number.NaN) / 1000;
  const inQueue = (seen: Seen): number => seen.inSystem - (c - seen.freeSlots);
  const figures: Figure[] = [
    { name: 'refused', expected: P_block, of: refused, variance: relativeVariance(chain, { per: 'arrival', refused: 1 }) },
    { name: 'in the system', expected: L, of: (seen) => seen.inSystem, variance: rewarded('second', (state) => state) },
    { name: 'in the queue', expected: Lq, of: (seen) => Math.round(inQueue(seen) * 1e9) / 1e9, variance: waiting('second') },
    { name: 'time in the system', expected: W, of: latency, variance: rewarded('taken', (state) => state) },
    { name: 'wait', expected: Wq, of: waitOf, variance: waiting('taken') },
  ];
  // With one slot, its free time is the time in which nobody is there; with more, no figure of a run says so.
  if (c === 1)
    figures.push({
      name: 'empty',
      expected: p0,
      of: (seen) => seen.freeSlots,
      variance: rewarded('second', (state) => (state === 0 ? 1 : 0)),
    });
  return figures;
}

/** The client's own queue, before a provider with slots to spare: permits are slots. */
export function permitRows(): Row[] {
  const systems = [
    { permits: 1, load: 0.5, service: 'constant' },
    { permits: 2, load: 1, service: 'exponential' },
  ] as const;
  return systems.map(({ permits, load, service }) => {
    const chain = queueChain(permits, load);
    const expected = service === 'constant' ? meanWaitOneSlot(load, 0) : meanWait(permits, load);
    return {
      group: 'permits',
      name: `${permits} permits, ${load} Erlang, ${service}`,
      system: { slots: 1000, arrivals: { poisson: load }, service, permits },
      warmUpSeconds: queueWarmUp(permits, load),
      figures: [
        {
          name: 'wait',
          expected,
          of: ({ output }: Seen) => (output.fold.samples.queueWaitMs?.mean ?? Number.NaN) / 1000,
          variance: waitVariance(chain),
        },
        { name: 'share that waits', expected: erlangC(permits, load), of: waitedOf, variance: waitedVariance(chain) },
      ],
    };
  });
}
