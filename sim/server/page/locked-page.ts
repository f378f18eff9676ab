import { stateOf } from '../admin/state.ts';
import type { World } from '../world.ts';
import { livePage } from './live-page.ts';
import { providerPage } from './provider-page.ts';

/** The page of a provider without anything of the provider: for those who have not said the token yet. */
export function lockedPage(world: World): string {
  const page = world.clock.event(() => providerPage(world, { atMs: world.watchTime.nowMs(), state: stateOf(world) }, []));
  return livePage({ name: '', facts: '', parts: page.parts.map((part) => ({ ...part, content: '' })) });
}
