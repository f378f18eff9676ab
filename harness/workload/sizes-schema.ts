import { z } from 'zod';
import { count, shown } from '../../sim/kernel/units.ts';
import type { TraceFormatSpec } from './traces/trace.ts';

function size(what: string, usual: number) {
  const tokens = count(1)
    .describe(`${what} of every request`)
    .meta({ examples: [usual] });
  const logNormal = z
    .strictObject({
      p50: count(1)
        .describe('Median')
        .meta({ examples: [usual] }),
      p99: count(1)
        .describe('99th percentile')
        .meta({ examples: [usual * 10] }),
    })
    .refine(({ p50, p99 }) => p99 >= p50, { error: 'expected p99 to be at least p50', path: ['p99'] })
    .describe(`${what}, log-normal`)
    .meta({ examples: [{ p50: usual, p99: usual * 10 }] });
  return z
    .union([tokens, logNormal])
    .prefault(usual)
    .describe(`${what}: a number, or log-normal by median and 99th percentile`)
    .meta({ examples: [usual, { p50: usual, p99: usual * 10 }] });
}

/** `sizes:` as written. */
export const sizesSchema = z
  .union([
    z
      .literal('trace', { error: (issue) => `expected trace, found ${shown(issue.input)}` })
      .describe('The tokens of the trace that the arrivals come from')
      .meta({ examples: ['trace'] }),
    z
      .strictObject({
        input: size('Input tokens', 500),
        output: size('Output tokens', 200),
        maxTokens: count(1)
          .optional()
          .describe('Largest answer that a request allows, which quotas may count; answers end there. The answer’s own length by default')
          .meta({ examples: [1000] }),
      })
      .describe('Tokens drawn for each request')
      .meta({ examples: [{ input: 500, output: 200 }] }),
  ])
  .describe('How long requests and answers are')
  .meta({ examples: ['trace', { input: 500, output: { p50: 200, p99: 1500 } }] });

/** What is wrong with `sizes` together with `arrivals` (both decoded), if anything. */
export function sizesProblem(sizes: unknown, arrivals: Readonly<Record<string, unknown>>): string | undefined {
  if (sizes !== 'trace') return undefined;
  const { trace } = arrivals as { readonly trace?: { readonly format: TraceFormatSpec } };
  if (trace === undefined) return 'expected input and output tokens: there are none to take, the arrivals do not come from a trace';
  if (typeof trace.format === 'string') return undefined;
  const options = Object.values(trace.format) as readonly { readonly input?: unknown; readonly output?: unknown }[];
  const without = options.some(({ input, output }) => input === false || output === false);
  return without ? 'expected input and output tokens: the trace is said to have no column for them' : undefined;
}
