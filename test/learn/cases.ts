/** Three hours of a day with constant loads, so that Erlang's loss formula says what is refused in each. */
export interface Case {
  readonly name: string;
  readonly slots: number;
  /** Share of the slots that others ask for, by hour. */
  readonly others: readonly [number, number, number];
  /** Own requests a second, by hour. */
  readonly rate: readonly [number, number, number];
  /** How long they take, as written, and in the mean, s. */
  readonly service: string;
  readonly meanS: number;
  readonly tenants?: string;
  readonly days: number;
  readonly quota?: string;
  readonly strategy?: string;
}

const retrying = 'retry: { exponential: { base: 20s, jitter: { scale: [0.5, 1.5] } }, attempts: 3 }';

export const cases: readonly Case[] = [
  { name: 'nobody else', slots: 8, others: [0, 0, 0], rate: [3, 4.5, 6], service: '{ exponential: 1s }', meanS: 1, days: 1 },
  { name: 'a shared pool', slots: 20, others: [0.5, 0.7, 0.85], rate: [0.3, 0.3, 0.3], service: '{ exponential: 3s }', meanS: 3, days: 4 },
  { name: 'a large one', slots: 40, others: [0.6, 0.8, 0.92], rate: [0.3, 0.5, 0.6], service: '{ exponential: 5s }', meanS: 5, days: 2 },
  {
    name: 'always alike',
    slots: 20,
    others: [0.6, 0.75, 0.9],
    rate: [0.4, 0.4, 0.4],
    service: '2s',
    meanS: 2,
    tenants: 'law: constant',
    days: 4,
  },
  // Log-normal by median m and 99th percentile: mean m · exp(σ² / 2), σ = ln(p99 / m) / 2.3263.
  {
    name: 'long answers',
    slots: 20,
    others: [0.6, 0.75, 0.9],
    rate: [0.3, 0.3, 0.3],
    service: '{ p50: 2s, p99: 8s }',
    meanS: 2 * Math.exp((Math.log(4) / 2.3263479) ** 2 / 2),
    tenants: 'law: lognormal',
    days: 4,
  },
  { name: 'quiet', slots: 40, others: [0.3, 0.4, 0.5], rate: [0.2, 0.2, 0.2], service: '{ exponential: 5s }', meanS: 5, days: 3 },
  { name: 'one day', slots: 16, others: [0.4, 0.7, 0.9], rate: [1, 1, 1.2], service: '{ exponential: 2s }', meanS: 2, days: 1 },
  { name: 'few slots', slots: 5, others: [0.2, 0.4, 0.6], rate: [0.25, 0.25, 0.25], service: '{ exponential: 2s }', meanS: 2, days: 4 },
  {
    name: 'a quota as well',
    slots: 20,
    others: [0.6, 0.75, 0.9],
    rate: [0.3, 0.4, 0.5],
    service: '{ exponential: 3s }',
    meanS: 3,
    quota: '{ rpm: 36, burst: 6 }',
    days: 4,
  },
  {
    name: 'retries and a limit',
    slots: 20,
    others: [0.6, 0.75, 0.85],
    rate: [0.4, 0.4, 0.4],
    service: '{ exponential: 2s }',
    meanS: 2,
    strategy: `limit: 6, ${retrying}`,
    days: 4,
  },
];

const byHour = (values: readonly number[], written: (value: number) => string): string =>
  `{ steps: [${values.map((value, hour) => `{ at: ${hour}h, value: ${written(value)} }`).join(', ')}] }`;

export function scenarioOf(
  { slots, others, rate, service, tenants = 'law: exponential', days, quota, strategy }: Case,
  seed: number,
): string {
  const shared = others.every((share) => share === 0) ? '' : `, otherTenants: { load: ${byHour(others, String)}, hold: 10s, ${tenants} }`;
  return `
seed: ${seed}
replications: ${days}
time: { start: 2026-03-02T09:00, length: 3h }
provider:
  network: { rtt: 0ms }
  pools: { pool: { slots: ${slots}${shared} } }
  models: { big: { pool: pool, service: ${service}${quota === undefined ? '' : `, quota: ${quota}`} } }
workload: { arrivals: { poisson: { rate: ${byHour(rate, (value) => `${value}/s`)} } } }
strategies: [ { name: own${strategy === undefined ? '' : `, ${strategy}`} } ]
`;
}
