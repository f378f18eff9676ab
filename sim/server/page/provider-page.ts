import { markup } from '../../markup/markup.ts';
import { dayOf } from '../admin/day.ts';
import type { World } from '../world.ts';
import { buttonsPart } from './buttons-part.ts';
import { dayPart } from './day-part.ts';
import { faultsAt, noFaults } from './faults-at.ts';
import type { LivePage } from './live-page.ts';
import { modelsNow } from './models-now.ts';
import { poolsPart } from './pools-part.ts';
import type { Snapshot } from './recent.ts';
import { sceneButtons } from './scene-buttons.ts';
import { viewOf } from './view.ts';

/** The parts of the page in their order. */
export const sections = {
  models: { id: 'models', title: 'Which models are free' },
  scenes: { id: 'scenes', title: 'Try a peak hour, an outage' },
  pools: { id: 'pools', title: 'Slots, queues, refusals' },
  day: { id: 'day', title: 'The day' },
} as const;

/** The page of a simulated provider: `now`, and the snapshots of the minute before it. */
export function providerPage(world: World, now: Snapshot, past: readonly Snapshot[]): LivePage {
  const { scenario, time } = now.state;
  const view = viewOf({
    now,
    past,
    faults: (provider, model) => {
      const controls = world.controls.get(provider);
      return controls === undefined ? noFaults : faultsAt(controls, model);
    },
  });
  const [date = '', clock = ''] = time.now.split('T');
  return {
    name: scenario.name,
    facts: markup`<time>${clock.length === 5 ? `${clock}:00` : clock}</time> on ${date}, ${time.zone}`,
    parts: [
      { ...sections.models, content: modelsNow(view.models) },
      { ...sections.scenes, content: buttonsPart(sceneButtons(world)) },
      { ...sections.pools, content: poolsPart(view) },
      { ...sections.day, content: dayPart(dayOf(world)) },
    ],
  };
}
