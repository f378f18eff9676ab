import { type PoolAt, poolsOf } from '../admin/pool-at.ts';
import { adminPrefix } from '../admin/prefix.ts';
import type { World } from '../world.ts';
import type { Button, ButtonCall } from './buttons-part.ts';
import { span } from './figures.ts';

/** What other callers ask for in a peak hour, as a share of the slots: half of them and more are refused. */
const peakLoad = 2;

/** So many mean holding times after a change of load hardly anybody is left of those from before: 1 % where holding times are exponential. */
const settledAfter = 5;

const path = (rest: string): string => `${adminPrefix}/${rest}`;

/** Peak hour and outage, which go on and off, and recovery from both. */
export function sceneButtons(world: World): readonly Button[] {
  return [peakHour(poolsOf(world).filter(isShared)), outage(world), recovery(world)];
}

function peakHour(pools: readonly PoolAt[]): Button {
  const label = 'Peak hour';
  const inForce = pools.length > 0 && pools.every(({ controls, inside }) => controls.curvesOf(inside).load === peakLoad);
  const load = Object.fromEntries(pools.map(({ name }) => [name, { load: peakLoad }]));
  return {
    label,
    does:
      pools.length === 0
        ? 'nothing here, because no pool has other callers'
        : `other callers ask for ${peakLoad} times the slots there are; every slot is soon in use, and half of all callers or more are refused`,
    pressed: inForce,
    calls: inForce ? [usualLoad] : pools.length === 0 ? [] : [{ method: 'PUT', path: path('curves'), body: { pools: load } }],
    said: inForce ? 'The peak hour is over: other callers leave as they finish.' : 'Peak hour: other callers fill the slots.',
  };
}

function outage({ controls }: World): Button {
  const all = [...controls];
  const inForce = all.every(([, one], place) => one.faults.some((fault) => fault.id === faultName(place) && one.isOn(fault)));
  return {
    label: 'Outage',
    does: 'every model refuses everybody; what is under way is finished',
    pressed: inForce,
    calls: inForce ? all.map((_, place) => endOf(place)) : all.map(([provider], place) => beginOf(provider, place)),
    said: inForce ? 'The outage is over.' : 'Outage: nobody is accepted.',
  };
}

function recovery(world: World): Button {
  const pools = poolsOf(world).filter(isShared);
  const waits = pools.some(({ controls, inside }) => {
    const { queue, otherTenants } = controls.spec.pools[inside] ?? {};
    return queue?.length !== 0 || otherTenants?.retry !== 'none';
  });
  const holdMs = Math.max(0, ...pools.map(({ pool }) => (pool.meanHold ?? 0) / 1000));
  const within = `within ${span(settledAfter * holdMs)}${waits ? ', later where callers wait or come again' : ''}`;
  return {
    label: 'Recovery',
    does: `ends both; models accept again at once, and slots are as usual ${pools.length === 0 ? 'at once' : within}, when those who came before have left`,
    calls: [...[...world.controls].map((_, place) => endOf(place)), usualLoad],
    said: `Recovery: as usual ${pools.length === 0 ? 'at once' : within}.`,
  };
}

/** The scenario's own curves. */
const usualLoad: ButtonCall = { method: 'DELETE', path: path('curves') };

/** One for each provider: a name is switched on in one of them alone. */
function faultName(place: number): string {
  return `live-page-outage-${place}`;
}

function beginOf(provider: string, place: number): ButtonCall {
  return { method: 'POST', path: path('faults'), body: { provider, name: faultName(place), outage: { tenants: true } } };
}

function endOf(place: number): ButtonCall {
  return { method: 'DELETE', path: path(`faults/${faultName(place)}`) };
}

function isShared({ pool }: PoolAt): boolean {
  return pool.loadSteps !== undefined;
}
