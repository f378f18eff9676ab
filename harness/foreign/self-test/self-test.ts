import type { ForeignRun } from '../host/job.ts';
import { installMachine } from '../machine/machine.ts';
import { installNetwork } from '../network/install-network.ts';
import { type Difference, differencesOf } from './differences.ts';
import { farSide } from './far-side.ts';
import { type Lived, liveThrough } from './live-through.ts';

const host = 'self-test.localhost';

/**
 * The entry of a job that lives through a few calls with our fetch and with the one of this Node over virtual sockets, in one thread
 * after the other; hands back the `Difference`s. `data` is nothing.
 */
export const run: ForeignRun = async (_job, _tell, alive) => differencesIn(alive, (fetch) => fetch);

/** `changed` stands between Node's own fetch and the calls. */
export async function differencesIn(
  alive: (virtualMs: number) => void,
  changed: (own: typeof fetch) => typeof fetch,
): Promise<readonly Difference[]> {
  const own = globalThis.fetch;
  const machine = installMachine({ startEpochMs: 0, random: () => 0.5, keepsOutput: false });
  const nowMs = (): number => machine.clock.now() / 1000;
  const { server, seen } = farSide(nowMs);
  installNetwork({ clock: machine.clock, server, host });
  const both = new Map<'ours' | 'nodes', ReadonlyMap<string, Lived>>();
  const side = { baseURL: `http://${host}`, nowMs, seen };
  const lived = (async () => {
    both.set('ours', await liveThrough({ ...side, fetch: globalThis.fetch }));
    both.set('nodes', await liveThrough({ ...side, fetch: changed(own) }));
  })();
  let settled = false;
  const done = (): void => {
    settled = true;
  };
  lived.then(done, done);
  const { how } = await machine.run(() => {
    alive(nowMs());
    return settled;
  });
  if (how !== 'over') throw new Error(`a call of the self-test never ends (${how})`);
  await lived;
  return differencesOf(both.get('ours') ?? new Map(), both.get('nodes') ?? new Map());
}
