import { z } from 'zod';
import { tagged } from '../../sim/kernel/tagged.ts';
import { count, positiveDuration, share } from '../../sim/kernel/units.ts';
import { arrivals } from './arrivals/registry.ts';
import { mostActors, mostRequests } from './bounds.ts';
import { type WorkloadPresetName, workloadPresets } from './presets/registry.ts';
import { sizesProblem, sizesSchema } from './sizes-schema.ts';
import type { WorkloadSpec } from './spec.ts';

const arrivalNames = Object.keys(arrivals);
const presetNames = Object.keys(workloadPresets) as WorkloadPresetName[];

/** `workload:` as written. A preset is written out by `expandWorkload` before; the model is filled in by `completeWorkload`. */
export const workloadSchema = z
  .strictObject({
    preset: z
      .enum(presetNames)
      .optional()
      .describe(`A ready workload (${presetNames.join(', ')}); keys beside it replace its own`)
      .meta({ examples: ['office-automation'] }),
    clients: count(1, mostActors)
      .prefault(1)
      .describe('Processes that share the arrivals, each with its own limit and queue: request k belongs to client k mod clients')
      .meta({ examples: [20] }),
    model: z
      .string()
      .min(1, { error: 'expected the name of a model' })
      .optional()
      .describe('What callers ask for, as model or provider/model; the first model by default')
      .meta({ examples: ['flagship'] }),
    arrivals: tagged('arrival process', arrivals, {})
      .optional()
      .describe(`When requests come: one of ${arrivalNames.join(', ')}`)
      .meta({ examples: [{ poisson: { rate: '7/s' } }] }),
    sizes: sizesSchema.prefault({}),
    stream: z
      .boolean()
      .default(true)
      .describe('Whether answers come token by token')
      .meta({ examples: [false] }),
    urgent: share
      .default(1)
      .describe(
        'Share of the requests that somebody waits for; a strategy may `defer` the others, or serve them after those (`queue: { order: priority }`)',
      )
      .meta({ examples: [0.4] }),
    expects: z
      .enum(['json'])
      .optional()
      .describe('What callers can read: with json an answer that is none fails as malformed; any text will do by default')
      .meta({ examples: ['json'] }),
    deadline: positiveDuration
      .optional()
      .describe('Patience of the caller: queueing, waiting and retries included; none by default')
      .meta({ examples: ['60s'] }),
    requests: count(1, mostRequests)
      .optional()
      .describe('Stop after so many arrivals, or at the end of `time.length` if that comes first')
      .meta({ examples: ['50k'] }),
  })
  .check((context) => {
    const { value } = context;
    if (value.arrivals === undefined && value.preset === undefined) {
      const message = `expected one arrival process of: ${arrivalNames.join(', ')}, or a preset; found none`;
      context.issues.push({ code: 'custom', input: value.arrivals, message, path: ['arrivals'] });
    }
    const problem = value.arrivals === undefined ? undefined : sizesProblem(value.sizes, value.arrivals);
    if (problem !== undefined) context.issues.push({ code: 'custom', input: value.sizes, message: problem, path: ['sizes'] });
  })
  .describe('What the callers want: when, how much, of which model')
  .meta({ examples: [{ arrivals: { poisson: { rate: '7/s' } } }] });

export type WrittenWorkload = z.output<typeof workloadSchema>;

/** The workload of a resolved scenario; `firstModel` is what callers ask for when the file does not say. */
export function completeWorkload({ preset, arrivals, model, ...rest }: WrittenWorkload, firstModel: string): WorkloadSpec {
  if (arrivals === undefined) throw new Error(`workload without arrivals: preset ${preset ?? '(none)'} is not written out`);
  return { ...rest, arrivals, model: model ?? firstModel };
}
