import type { WorkloadPreset } from './preset.ts';

/** Everybody tries what came out this morning. */
export const popularLaunch: WorkloadPreset = {
  name: 'popular-launch',
  summary: 'a model that comes out at 10:00: from 0.1/s to 3/s within a quarter of an hour, back to a third of that every two hours',
  workload: {
    clients: 20,
    arrivals: { poisson: { rate: { sum: ['0.1/s', { spike: { at: '10:00', height: '3/s', rise: '15m', decay: '2h' } }] } } },
    sizes: { input: { p50: 400, p99: 4000 }, output: { p50: 250, p99: 1200 } },
    stream: true,
    deadline: '60s',
  },
};
