import { type ResolveScope, withDefaults } from './defaults.ts';
import { type PresetName, presets } from './presets/registry.ts';
import { strategySchema, type WrittenStrategy } from './schema.ts';
import type { StrategySpec } from './spec.ts';

/** Clients underneath one another; an application over a gateway over an SDK makes three. */
const mostLayers = 16;

/** One thing wrong, at a path that starts with the strategy's index in the list. */
export interface StrategyFault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * Strategies with every default filled in, presets put under the keys beside them, and `over` followed. Those with a fault
 * are left out. A `file` has been read and put under its keys before.
 */
export function resolveStrategies(
  written: readonly WrittenStrategy[],
  scope: ResolveScope,
): { readonly strategies: readonly StrategySpec[]; readonly faults: readonly StrategyFault[] } {
  const faults: StrategyFault[] = [];
  const strategies: StrategySpec[] = [];
  written.forEach((strategy, index) => {
    const before = faults.length;
    const name = nameOf(strategy);
    if (name === undefined) faults.push({ path: [index], message: 'expected a name for this strategy' });
    else if (written.findIndex((other) => nameOf(other) === name) < index) {
      const key = strategy.name === undefined ? 'preset' : 'name';
      faults.push({ path: [index, key], message: `another strategy is called ${name}; give this one a name of its own` });
    }
    const spec = stacked(strategy, { written, scope, faults, path: [index], above: [index] });
    if (faults.length === before && spec !== undefined) strategies.push(spec);
  });
  return { strategies, faults };
}

/** The strategy of a preset as written, decoded. */
function presetStrategy(name: PresetName): WrittenStrategy {
  return { ...strategySchema.parse(presets[name].strategy), name };
}

interface Place {
  readonly written: readonly WrittenStrategy[];
  readonly scope: ResolveScope;
  readonly faults: StrategyFault[];
  readonly path: readonly PropertyKey[];
  /** Strategies of the list, by index, and presets that this one is underneath. */
  readonly above: readonly (number | string)[];
}

/** A strategy with the clients underneath it; undefined when its `over` leads nowhere. */
function stacked(strategy: WrittenStrategy, place: Place): StrategySpec | undefined {
  const whole = strategy.preset === undefined ? strategy : { ...presetStrategy(strategy.preset), ...strategy };
  const over = whole.over === undefined ? undefined : under(whole.over, place);
  if (whole.over !== undefined && over === undefined) return undefined;
  if (over !== undefined) refuseSilence(whole, place);
  if (whole.code !== undefined && place.path.length > 1)
    place.faults.push({ path: place.path, message: 'code stands alone: expected a strategy of ours under another one' });
  for (const key of ['defer', 'checkpoint', 'submit-poll'] as const) {
    if (whole[key] === undefined || place.path.length === 1) continue;
    place.faults.push({ path: [...place.path, key], message: `${key} is about whole requests: write it in the strategy on top` });
  }
  const name = nameOf(whole) ?? String(place.path[0]);
  return { ...withDefaults(whole, name, place.path.length > 1, place.scope), ...(over && { over }) };
}

/** Silence is measured where the bytes come in: by the client underneath, whose bounds these would not reach. */
function refuseSilence({ timeout }: WrittenStrategy, { faults, path }: Place): void {
  for (const key of ['headers', 'idle'] as const) {
    if (timeout?.[key] === undefined) continue;
    const message = `${key} bounds silence on the wire, which the client underneath sees: write it there; attempt and firstToken apply here`;
    faults.push({ path: [...path, 'timeout', key], message });
  }
}

function under(over: string | WrittenStrategy, place: Place): StrategySpec | undefined {
  const path = [...place.path, 'over'];
  if (path.length > mostLayers) {
    place.faults.push({ path, message: `expected at most ${mostLayers} clients, each over the next` });
    return undefined;
  }
  if (typeof over !== 'string') return stacked({ ...over, name: nameOf(over) ?? 'inner' }, { ...place, path });
  const index = place.written.findIndex((strategy) => nameOf(strategy) === over);
  const found = place.written[index];
  const known = index >= 0 ? index : over;
  if (place.above.includes(known)) {
    place.faults.push({ path, message: `${over} stands over itself` });
    return undefined;
  }
  if (found !== undefined) return stacked(found, { ...place, path, above: [...place.above, known] });
  if (Object.hasOwn(presets, over)) return stacked(presetStrategy(over as PresetName), { ...place, path, above: [...place.above, known] });
  const names = [...place.written.map(nameOf).filter((name) => name !== undefined), ...Object.keys(presets)];
  place.faults.push({ path, message: `no strategy or preset is called ${over}; known are ${names.join(', ')}` });
  return undefined;
}

function nameOf(strategy: WrittenStrategy): string | undefined {
  return strategy.name ?? strategy.preset;
}
