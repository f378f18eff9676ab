import { type Counted, figuresOf, poissonChain, relativeVariance, usersChain } from './chain.ts';
import { engset, erlangB } from './formulas.ts';
import { lossWarmUp, mostlyTenants, type Row, refused, slower, tenantsRefused } from './row.ts';
import { laws, type Seen } from './system.ts';
import { vectors } from './vectors.ts';

const refusals: Counted = { per: 'arrival', refused: 1 };

/** Refusals depend on the mean service time alone, so every row is there for every law. */
export function erlangRows(): Row[] {
  return [...vectors.erlang.rows, ...vectors.erlang_b_overload].flatMap(({ c, a, B }) =>
    laws.map((law) => {
      const mixed = c >= 100;
      return {
        group: 'Erlang B',
        name: `${c} slots, ${a} Erlang, ${law}`,
        system: mixed ? mostlyTenants(c, a, law) : { slots: c, arrivals: { poisson: a }, service: law },
        warmUpSeconds: lossWarmUp(law),
        figures: [
          {
            name: 'refused',
            expected: B,
            of: mixed ? tenantsRefused : refused,
            variance: slower(law) * relativeVariance(poissonChain(c, c, a), refusals),
          },
        ],
      };
    }),
  );
}

/** A closed loop: who is served or waits does not ask. */
export function engsetRows(): Row[] {
  const systems = [
    { slots: 1, users: 4, think: 3 },
    { slots: 3, users: 10, think: 2 },
    { slots: 10, users: 60, think: 5 },
  ];
  return systems.flatMap(({ slots, users, think }) => {
    const chain = usersChain(slots, users, think);
    return (['exponential', 'constant'] as const).map((law) => ({
      group: 'Engset',
      name: `${slots} slots, ${users} users who think ${think} s, ${law}`,
      system: { slots, arrivals: { users, thinkSeconds: think }, service: law },
      warmUpSeconds: 60,
      figures: [
        { name: 'refused', expected: engset(slots, users, 1 / think), of: refused, variance: relativeVariance(chain, refusals) },
        {
          name: 'calls a second',
          expected: figuresOf(chain).asked,
          of: ({ output: { fold } }: Seen) => fold.requests.offered / fold.windowSeconds,
          variance: relativeVariance(chain, { per: 'second', taken: () => 1, refused: 1 }),
        },
      ],
    }));
  });
}

/** Poisson load of ours and of others is refused as the sum of both would be, whatever either holds a slot for. */
export function sharedRows(): Row[] {
  const systems = [
    { slots: 10, own: 2, others: 8, holdSeconds: 1, law: 'exponential' },
    { slots: 10, own: 3, others: 5, holdSeconds: 5, law: 'constant' },
    // The peak hour of the ready day: 0.92 of 40 slots, and what we bring at 15:00.
    { slots: 40, own: 3.9, others: 36.8, holdSeconds: 20, law: 'exponential' },
  ] as const;
  return systems.map(({ slots, own, others, holdSeconds, law }) => {
    const load = own + others;
    const expected = erlangB(slots, load);
    // The slots change as slowly as the longer ones hold them; each side's calls are a sample of what the slots do.
    const states = holdSeconds * relativeVariance(poissonChain(slots, slots, load), refusals);
    const sampled = (rate: number): number => (1 - expected) / expected / rate;
    return {
      group: 'ours and tenants',
      name: `${slots} slots, ${own} Erlang of ours held 1 s, ${others} of tenants held ${holdSeconds} s, ${law}`,
      system: { slots, arrivals: { poisson: own }, service: 'exponential' as const, tenants: { load: others, holdSeconds, law } },
      warmUpSeconds: 30,
      figures: [
        { name: 'ours refused', expected, of: refused, variance: states + sampled(own) },
        { name: 'theirs refused', expected, of: tenantsRefused, variance: states + sampled(others / holdSeconds) },
      ],
    };
  });
}

/** Arrivals and ends at the same instants, over and over: a slot that is freed serves who comes then, so nothing is left to chance. */
export function latticeRows(): Row[] {
  return [10, 20, 40].map((rate) => ({
    group: 'D/D/c/c',
    name: `10 slots, ${rate} Erlang`,
    system: { slots: 10, arrivals: { constant: rate }, service: 'constant' as const },
    warmUpSeconds: 30,
    figures: [{ name: 'refused', expected: 1 - 10 / rate, of: refused, variance: 0 }],
  }));
}
