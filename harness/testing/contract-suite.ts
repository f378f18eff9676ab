import assert from 'node:assert/strict';
import type { Plugin } from '../../sim/kernel/plugin.ts';
import { adaptDriver } from './contract/adapt.ts';
import { arrivalsDriver } from './contract/arrivals.ts';
import { breakerDriver } from './contract/breaker.ts';
import { budgetDriver } from './contract/budget.ts';
import { classifyDriver } from './contract/classify.ts';
import { curveDriver } from './contract/curve.ts';
import { dialectDriver } from './contract/dialect.ts';
import type { Driver } from './contract/driver.ts';
import { faultDriver } from './contract/fault.ts';
import { hedgeDriver } from './contract/hedge.ts';
import { jitterDriver } from './contract/jitter.ts';
import { limitDriver } from './contract/limit.ts';
import { differingKeys, frozen, isMap, optionKeys } from './contract/options.ts';
import { paceDriver } from './contract/pace.ts';
import { queueDriver } from './contract/queue.ts';
import { retryDriver } from './contract/retry.ts';
import { routeDriver } from './contract/route.ts';
import { traceDriver } from './contract/trace.ts';

const drivers = {
  adapt: adaptDriver,
  classify: classifyDriver,
  retry: retryDriver,
  jitter: jitterDriver,
  limit: limitDriver,
  queue: queueDriver,
  pace: paceDriver,
  hedge: hedgeDriver,
  route: routeDriver,
  breaker: breakerDriver,
  budget: budgetDriver,
  curve: curveDriver,
  fault: faultDriver,
  arrivals: arrivalsDriver,
  trace: traceDriver,
  dialect: dialectDriver,
};

/** Families of plug-ins that have a contract. */
export type Family = keyof typeof drivers;
export const families = Object.keys(drivers) as readonly Family[];

/** What a family's plug-ins create. */
export type PartOf<F extends Family> = (typeof drivers)[F] extends Driver<infer Part, infer _> ? Part : never;

/** `describe` and `it` of vitest, node:test, jest or mocha. */
export interface TestTools {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => void): unknown;
}

export interface SuiteOptions {
  /** Where relative file names in the plug-in's examples start; the current folder by default. */
  readonly folder?: string;
}

/** One rule of the contract; `run` throws when the plug-in breaks it. */
export interface ContractCheck {
  readonly name: string;
  run(): void;
}

/** Registers one test for each rule that a plug-in of this family must keep. */
export function contractSuite<F extends Family>(
  { describe, it }: TestTools,
  family: F,
  plugin: Plugin<unknown, PartOf<F>, never>,
  options: SuiteOptions = {},
): void {
  describe(`${family} ${plugin.name}`, () => {
    for (const check of contractChecks(family, plugin, options)) it(check.name, () => check.run());
  });
}

/** The same rules without a test runner. */
export function contractChecks<F extends Family>(
  family: F,
  plugin: Plugin<unknown, PartOf<F>, never>,
  { folder = '.' }: SuiteOptions = {},
): readonly ContractCheck[] {
  const driver = drivers[family] as unknown as Driver<PartOf<F>, unknown>;
  const written = plugin.examples.length > 0 ? plugin.examples.flat() : [{}];
  const make = (options: unknown): PartOf<F> => plugin.create(frozen(plugin.options.parse(options)), driver.scope(folder) as never);
  const drive = (part: PartOf<F>, options: unknown): string => JSON.stringify(driver.drive(part, plugin.options.parse(options)));
  const known = new Map<string, string>();
  const transcript = (options: unknown): string => {
    const key = JSON.stringify(options);
    const said = known.get(key) ?? drive(make(options), options);
    known.set(key, said);
    return said;
  };
  return [
    { name: 'has a name and a summary of one line', run: () => named(plugin) },
    { name: 'refuses unknown options', run: () => refusesUnknown(plugin, written) },
    { name: 'shows each option in a pair of examples that differ in it alone', run: () => showsOptions(plugin) },
    { name: 'keeps to its contract, step by step', run: () => written.forEach(transcript) },
    { name: 'does something else when an option changes', run: () => optionsMatter(plugin, transcript) },
    {
      name: 'does the same again, whatever else was created',
      run() {
        const [parts, others] = [written.map(make), written.map(make)];
        others.forEach((part, i) => {
          drive(part, written[i]);
        });
        written.toReversed().forEach((options, i) => {
          const said = drive(parts[written.length - 1 - i] as PartOf<F>, options);
          assert.ok(said === transcript(options), `${JSON.stringify(options)}: parts share state, or luck comes from elsewhere`);
        });
      },
    },
  ];
}

type AnyPlugin = Plugin<unknown, unknown, never>;

function named({ name, summary }: AnyPlugin): void {
  assert.match(name, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, `name: expected lower case and hyphens, found ${JSON.stringify(name)}`);
  assert.ok(summary.trim() !== '' && !summary.includes('\n'), 'summary: expected one line');
}

function refusesUnknown({ options }: AnyPlugin, written: readonly unknown[]): void {
  for (const example of written) {
    assert.ok(options.safeParse(example).success, `expected options to take the example ${JSON.stringify(example)}`);
    if (!isMap(example)) continue;
    const extra = { ...example, 'no-such-option': 1 };
    assert.ok(!options.safeParse(extra).success, `expected options to refuse an unknown key: ${JSON.stringify(extra)}`);
  }
}

function showsOptions({ options, examples }: AnyPlugin): void {
  const shown = new Set<string>();
  for (const [one, other] of examples) {
    const keys = differingKeys(one, other);
    assert.ok(keys === undefined || keys.length === 1, `expected a pair that differs in one option: ${JSON.stringify([one, other])}`);
    for (const key of keys ?? []) shown.add(key);
  }
  const missing = optionKeys(options).filter((key) => !shown.has(key));
  assert.deepEqual(missing, [], 'expected a pair of examples for each option');
}

function optionsMatter({ examples }: AnyPlugin, transcript: (options: unknown) => string): void {
  for (const [one, other] of examples)
    assert.ok(
      transcript(one) !== transcript(other),
      `nothing reads what differs between ${JSON.stringify(one)} and ${JSON.stringify(other)}`,
    );
}
