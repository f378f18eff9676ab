import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { packagePath } from '../../../sim/kernel/package-root.ts';

/** Requests that one client has open at once. */
export const inFlight = 32;
/** Of every answer. */
export const tokens = 20;

/** Of the examples: a module, and the dialect that its package speaks. */
export interface Example {
  readonly name: string;
  readonly module: string;
  readonly dialect: string;
}

/** Every package of examples/clients, as the scenario there names them. */
export function examples(): readonly Example[] {
  const file = packagePath('examples', 'clients', 'compare.yaml');
  const { strategies } = parse(readFileSync(file, 'utf8')) as {
    readonly strategies: readonly {
      readonly name: string;
      readonly code: string | { readonly module: string; readonly dialect: string };
    }[];
  };
  return strategies.map(({ name, code }) => {
    const { module, dialect } = typeof code === 'string' ? { module: code, dialect: 'openai' } : code;
    return { name, module: packagePath('examples', 'clients', module), dialect };
  });
}

/** How long answers take: time that passes costs a simulation nothing, and a loopback server none of its client's processor time. */
type Pace = 'a second' | 'none';

/** A provider that is never full, asked by users who wait for their answers and ask again at once. */
export function scenarioOf({ module, dialect }: Example, stream: boolean, pace: Pace, calls: number): object {
  const seconds = Math.ceil(calls / inFlight);
  const whole = pace === 'none' ? '0ms' : '1s';
  const model = stream ? { firstToken: '1ms', tokensPerSecond: 1000 } : { service: whole };
  // A stream takes a millisecond a token in both worlds.
  const length = stream ? Math.ceil((calls / inFlight) * (tokens + 1)) : seconds * 1000;
  return {
    time: { length: `${length}ms` },
    replications: 1,
    provider: { dialect, network: { rtt: '0ms' }, models: { big: { slots: 100_000, ...model } } },
    workload: { arrivals: { users: { count: inFlight, think: '0ms' } }, stream, sizes: { input: 10, output: tokens } },
    strategies: [{ name: 'code', code: { module, dialect } }],
  };
}
