import { z } from 'zod';
import { define } from '../kernel/plugin.ts';
import { shown } from '../kernel/units.ts';
import type { Curve, PartScope } from './curve.ts';
import { type ProfileName, profiles } from './data/registry.ts';
import { hourlySteps, meanOfValues } from './hourly.ts';
import type { Level } from './level.ts';

export interface NamedOptions {
  readonly curve: ProfileName;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

const names = Object.keys(profiles) as ProfileName[];

/** The name of a profile. */
export const profileName: z.ZodType<ProfileName, unknown> = z
  .enum(names as [ProfileName, ...ProfileName[]], {
    error: (issue) => `expected a profile, one of ${names.join(', ')}; found ${shown(issue.input)}`,
  })
  .describe('Name of the profile')
  .meta({ examples: ['office-hours'] });

/** The keys `curve`, `low` and `high`, which stand beside each other. */
export function namedShape(level: Level, written: (value: number) => unknown) {
  return {
    curve: profileName,
    low: level
      .optional()
      .describe('Value where the profile is lowest')
      .meta({ examples: [written(0.45)] }),
    high: level
      .optional()
      .describe('Value where the profile is highest')
      .meta({ examples: [written(0.92)] }),
  };
}

/** What is wrong with `low` and `high` beside `curve`, if anything. */
export function boundsProblem(value: { readonly curve?: unknown; readonly low?: unknown; readonly high?: unknown }): string | undefined {
  if ((value.low === undefined) !== (value.high === undefined)) return 'expected low and high together, or neither';
  if (value.low !== undefined && value.curve === undefined) return 'low and high stand only beside curve';
  return undefined;
}

/** A named profile. Its options are the whole object, since `low` and `high` stand beside the name. */
export function named(level: Level, written: (value: number) => unknown) {
  const example = { curve: 'office-hours', low: written(0.45), high: written(0.92) };
  return define<NamedOptions, Curve, PartScope>({
    name: 'curve',
    summary: 'the shape of a real or typical week, stretched between low and high',
    formula:
      'c(t) = low + (high − low) · (p(t) − min p) / (max p − min p), p the profile’s value in the local hour; without low and high p(t) / mean p, the mean being that of Monday to Friday; hour 0 is 00:00 of the run’s zone',
    options: z
      .strictObject(namedShape(level, written))
      .check((context) => {
        const message = boundsProblem(context.value);
        if (message !== undefined) context.issues.push({ code: 'custom', input: context.value, message });
      })
      .describe('A named profile')
      .meta({ examples: [example, { curve: 'azure-2024-conv' }] }),
    examples: [
      [example, { ...example, curve: 'burstgpt-campus' }],
      [example, { ...example, low: written(0.3) }],
      [example, { ...example, high: written(0.8) }],
    ],
    create(options, scope) {
      const values = stretched(options);
      return { steps: () => hourlySteps(values, scope.run), periodMean: () => workingMean(values) };
    },
  });
}

/** Mean over the working days, Monday to Friday: what people mean by the load of a usual day. */
function workingMean(hours: readonly number[]): number {
  return meanOfValues(hours.slice(0, 5 * 24));
}

function stretched({ curve, low, high }: NamedOptions): readonly number[] {
  const shape = profiles[curve].hours;
  if (low === undefined || high === undefined) {
    const mean = workingMean(shape);
    return shape.map((value) => value / mean);
  }
  const min = Math.min(...shape);
  const range = Math.max(...shape) - min;
  return shape.map((value) => low + ((high - low) * (value - min)) / range);
}
