import type { WorkloadPreset } from './preset.ts';

/** Programs that run while their users work, that is, when everybody else's do. */
export const officeAutomation: WorkloadPreset = {
  name: 'office-automation',
  summary: 'automation that follows office hours: 0.5/s from 10:00 to 16:00 on weekdays, next to nothing at night',
  workload: {
    clients: 4,
    arrivals: { poisson: { rate: { curve: 'office-hours', low: '0.01/s', high: '0.5/s' } } },
    sizes: { input: { p50: 1000, p99: 8000 }, output: { p50: 150, p99: 800 } },
    stream: true,
    deadline: '60s',
  },
};
