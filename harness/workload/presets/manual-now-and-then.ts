import type { WorkloadPreset } from './preset.ts';

/** One person with a chat window. */
export const manualNowAndThen: WorkloadPreset = {
  name: 'manual-now-and-then',
  summary: 'one person who asks twelve times an hour from 08:00 to 23:00',
  workload: {
    clients: 1,
    arrivals: { poisson: { rate: { window: { from: '08:00', to: '23:00', value: '12/h' } } } },
    sizes: { input: { p50: 200, p99: 3000 }, output: { p50: 200, p99: 1000 } },
    stream: true,
    deadline: '60s',
  },
};
