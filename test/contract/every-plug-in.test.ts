import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { adapters } from '../../harness/strategy/adapt/registry.ts';
import { breakers } from '../../harness/strategy/breaker/registry.ts';
import { budgets } from '../../harness/strategy/budget/registry.ts';
import { classifiers } from '../../harness/strategy/classify/registry.ts';
import { hedges } from '../../harness/strategy/hedge/registry.ts';
import { limits } from '../../harness/strategy/limit/registry.ts';
import { paces } from '../../harness/strategy/pace/registry.ts';
import { queues } from '../../harness/strategy/queue/registry.ts';
import { jitters } from '../../harness/strategy/retry/jitter/registry.ts';
import { retries } from '../../harness/strategy/retry/registry.ts';
import { routes } from '../../harness/strategy/route/registry.ts';
import { contractSuite, type Family, families, type PartOf, type SuiteOptions } from '../../harness/testing/contract-suite.ts';
import { arrivals } from '../../harness/workload/arrivals/registry.ts';
import { traceFormats } from '../../harness/workload/traces/registry.ts';
import { curves, rateCurves } from '../../sim/curves/registry.ts';
import { dialects } from '../../sim/dialects/registry.ts';
import type { Plugin } from '../../sim/kernel/plugin.ts';
import { faults } from '../../sim/provider/faults/registry.ts';

const folder = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const held: Family[] = [];

function hold<F extends Family>(
  family: F,
  registry: Readonly<Record<string, Plugin<unknown, PartOf<F>, never>>>,
  options?: SuiteOptions,
): void {
  held.push(family);
  for (const [name, plugin] of Object.entries(registry)) {
    contractSuite({ describe, it }, family, plugin, options);
    it(`${family} ${name} is registered under its own name`, () => expect(plugin.name).toBe(name));
  }
}

hold('adapt', adapters);
hold('budget', budgets);
hold('classify', classifiers);
hold('retry', retries);
hold('jitter', jitters);
hold('limit', limits);
hold('queue', queues);
hold('pace', paces);
hold('hedge', hedges);
hold('route', routes);
hold('breaker', breakers);
hold('curve', curves, { folder: folder('test/curves/files') });
describe('curves of rates', () => hold('curve', rateCurves, { folder: folder('test/curves/files') }));
hold('fault', faults);
hold('arrivals', arrivals, { folder: folder('examples/traces') });
hold('trace', traceFormats);
hold('dialect', dialects);

it('no family with a contract is left out', () => expect(new Set(held)).toEqual(new Set(families)));
