import { z } from 'zod';
import type { Registry } from '../../../sim/kernel/plugin.ts';
import { createNamed, createTagged, tagged } from '../../../sim/kernel/tagged.ts';
import { shown } from '../../../sim/kernel/units.ts';
import { azure } from './azure.ts';
import { burstgpt } from './burstgpt.ts';
import { csv } from './csv.ts';
import { jsonl } from './jsonl.ts';
import { mooncake } from './mooncake.ts';
import type { TraceFormat, TraceFormatSpec } from './trace.ts';

/** Every trace format by name. */
export const traceFormats = { azure, burstgpt, csv, jsonl, mooncake } satisfies Registry<TraceFormat>;

export type TraceFormatName = keyof typeof traceFormats;

const names = Object.keys(traceFormats) as TraceFormatName[];

/** A format by its name, or by its name with options. */
export const traceFormat = z
  .union([
    z
      .enum(names, { error: (issue) => `expected a trace format, one of ${names.join(', ')}, found ${shown(issue.input)}` })
      .meta({ description: 'A format with its usual options', examples: ['azure'] }),
    tagged('trace format', traceFormats, {}).meta({
      description: 'A format with options',
      examples: [{ csv: { time: 'created_at', unit: 's' } }],
    }),
  ])
  .meta({ description: `How the trace file is written: ${names.join(', ')}; csv and jsonl take options`, examples: ['azure'] });

/** The reader that a decoded format stands for. */
export function createFormat(spec: TraceFormatSpec): TraceFormat {
  if (typeof spec !== 'string') return createTagged<TraceFormat, unknown>(traceFormats, spec, undefined);
  const usual = (traceFormats as Registry<TraceFormat>)[spec]?.options.parse({});
  return createNamed<TraceFormat, unknown>(traceFormats, spec, usual, undefined);
}
