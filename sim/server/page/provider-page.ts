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
      { id: 'models', title: 'Which models are free', content: modelsNow(view.models) },
      { id: 'scenes', title: 'Try a peak hour, an outage', content: buttonsPart(sceneButtons(world)) },
      { id: 'pools', title: 'Slots, queues, refusals', content: poolsPart(view) },
      { id: 'day', title: 'The day', content: dayPart(dayOf(world)) },
    ],
  };
}
