import type { WorkloadPreset } from './preset.ts';

/** Thousands of jobs pushed through in the middle of everybody's working day. */
export const batchThousands: WorkloadPreset = {
  name: 'batch-thousands',
  summary: '3,000 jobs at 14:00, twenty of them under way at any time, until all are done',
  workload: {
    clients: 1,
    arrivals: { batch: { jobs: 3000, at: '14:00', workers: 20 } },
    sizes: { input: { p50: 1500, p99: 6000 }, output: { p50: 300, p99: 1000 } },
    stream: false,
  },
};
