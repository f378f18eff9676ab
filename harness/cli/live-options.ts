import { visible } from '../../sim/kernel/visible.ts';
import type { AlarmCall } from '../alarm/call.ts';
import { tellBy } from '../alarm/tell.ts';
import type { LiveOptions } from '../run/live/options.ts';
import type { Loaded } from '../scenario/load.ts';
import { inRealTime } from '../serve/in-real-time.ts';
import type { LivePlan } from './live-plan.ts';

/** A live run of a scenario; `tell` hears where its server listens, once, when somebody else has to know that. */
export function liveOptions(plan: LivePlan, { scenario, rttWritten }: Loaded, tell: (text: string) => void): LiveOptions {
  let told = false;
  const onServing = (url: string): void => {
    if (told || plan.target === undefined) return;
    told = true;
    tell(`The provider listens on ${visible(url)}, where the gateway at ${visible(plan.target.url)} is to send what it gets.`);
  };
  const { alarmTo, checkpointFile: _, ...rest } = plan;
  const toOthers = tellBy({ ...alarmTo, failed: (reason) => tell(`alarm not told: ${visible(reason)}`) });
  const alarmed = (call: AlarmCall): void => {
    tell(visible(`alarm ${call.state}: ${call.alarm}: ${call.message}`));
    toOthers(call);
  };
  return { ...rest, providers: inRealTime(scenario.providers, rttWritten), onServing, alarmed };
}
