import { z } from 'zod';
import { sloSchema } from '../../reports/result/measures/slo.ts';
import { formatDuration, formatRate, parseDuration, parseRate } from '../../sim/kernel/units.ts';
import { unresolveProvider } from '../../sim/provider/resolve.ts';
import { providerSchema } from '../../sim/provider/schema.ts';
import { alarmSchema } from '../alarm/schema.ts';
import { writeStrategy } from '../strategy/write.ts';
import { workloadSchema } from '../workload/schema.ts';
import { withModuleNames } from './hash.ts';
import { valueAt } from './paths.ts';
import type { Scenario } from './scenario.ts';
import { goodSchema } from './schema.ts';
import { sweptPath } from './sweep.ts';
import { timeSchema } from './time.ts';

/**
 * A scenario in the grammar of its files, every default written out and modules named relative to its folder. Loading it
 * from that folder gives the same scenario.
 */
export function encodeScenario(scenario: Scenario): Readonly<Record<string, unknown>> {
  const { name, seed, replications, time, providers, workload, good, slo, alarm, baseline, strategies, sweep, tune, recommend } = scenario;
  const written = Object.entries(providers).map(([key, spec]) => [key, z.encode(providerSchema, unresolveProvider(spec))] as const);
  const [only] = written;
  const single = written.length === 1 && only?.[0] === 'default';
  const listed = strategies.filter((strategy) => sweep === undefined || !sweep.variants.includes(strategy.name));
  const whole = {
    name,
    seed,
    replications,
    time: z.encode(timeSchema, { ...time }),
    ...(single ? { provider: only[1] } : { providers: Object.fromEntries(written) }),
    workload: z.encode(workloadSchema, workload as z.output<typeof workloadSchema>),
    good: z.encode(goodSchema, { ...good }),
    slo: z.encode(sloSchema, { ...slo }),
    ...(alarm && { alarm: z.encode(alarmSchema, alarm as z.output<typeof alarmSchema>) }),
    baseline,
    strategies: listed.map(writeStrategy),
    ...(sweep && { sweep: { strategy: sweep.strategy, ...writtenKeys(scenario) } }),
    ...(tune && { tune: { strategy: tune.strategy, ...tune.keys } }),
    recommend,
  };
  return withModuleNames(whole, scenario) as Readonly<Record<string, unknown>>;
}

/** The values of a sweep with the units that its variants write. */
function writtenKeys({ sweep, strategies }: Scenario): Record<string, readonly (number | string)[]> {
  const variant = strategies.find(({ name }) => name === sweep?.variants[0]);
  if (sweep === undefined || variant === undefined) return {};
  const written = writeStrategy(variant);
  const entries = Object.entries(sweep.keys).map(([key, values]) => {
    const example = valueAt(written, sweptPath(written, key));
    const write = (value: number) => {
      if (typeof example !== 'string') return value;
      if (parseDuration(example) !== undefined) return formatDuration(value);
      return parseRate(example) === undefined ? value : formatRate(value);
    };
    return [key, values.map(write)] as const;
  });
  return Object.fromEntries(entries);
}
