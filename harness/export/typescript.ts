import type { StrategySpec } from '../strategy/spec.ts';
import { beginning, headOf } from './code/assemble.ts';
import { requestCode } from './code/request.ts';
import type { Exporter } from './exporter.ts';

/** One file without dependencies. */
export const typescript: Exporter = {
  name: 'typescript',
  summary: 'one file without dependencies: createClient() puts retry, route and limit around any call of yours',
  write(strategy) {
    const { code, missing: left } = beginning(strategy);
    const missing = [...left, ...silences(strategy)];
    const what = 'createClient() makes a client: const ask = createClient(); await ask(async (target, signal) => …).';
    return { text: `${[headOf(strategy, what, missing), code, requestCode].join('\n\n')}\n`, missing };
  },
};

function silences({ timeout }: Pick<StrategySpec, 'timeout'>): readonly string[] {
  return (['headers', 'firstToken', 'idle'] as const)
    .filter((key) => timeout[key] !== undefined)
    .map((key) => `timeout.${key}: ${timeout[key]} ms; only your call sees the wire: bound it there`);
}
