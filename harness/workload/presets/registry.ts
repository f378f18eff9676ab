import { batchThousands } from './batch-thousands.ts';
import { manualNowAndThen } from './manual-now-and-then.ts';
import { officeAutomation } from './office-automation.ts';
import { popularLaunch } from './popular-launch.ts';
import type { WorkloadPreset } from './preset.ts';

/** Every ready workload by name. */
export const workloadPresets = {
  'batch-thousands': batchThousands,
  'popular-launch': popularLaunch,
  'office-automation': officeAutomation,
  'manual-now-and-then': manualNowAndThen,
} satisfies Readonly<Record<string, WorkloadPreset>>;

export type WorkloadPresetName = keyof typeof workloadPresets;

/**
 * A workload as written, with its preset written out: the preset's keys, then those beside `preset`. Whatever is not a
 * map with the name of a preset comes back as it is, for the schema to judge.
 */
export function expandWorkload(written: unknown): unknown {
  if (typeof written !== 'object' || written === null || Array.isArray(written) || !('preset' in written)) return written;
  const name = String(written.preset);
  if (!Object.hasOwn(workloadPresets, name)) return written;
  return { ...workloadPresets[name as WorkloadPresetName].workload, ...written };
}
