import { InputError } from '../../sim/kernel/problem.ts';
import { parseDuration, shown } from '../../sim/kernel/units.ts';
import { tellBy } from '../alarm/tell.ts';
import { usualAlarm } from '../gateway/alarms.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openStrategy } from '../gateway/open-strategy.ts';
import { upstreamsOf } from '../gateway/upstreams.ts';
import { checkWebhook } from './alarm-webhook.ts';
import { parseCount } from './count.ts';
import { keysIn } from './gateway-keys.ts';
import { unknownNames } from './gateway-names.ts';
import { collector } from './problems.ts';
import { readTexts } from './read-texts.ts';

/** The command line of `gateway`. */
export interface GatewayFlags {
  readonly strategy: string;
  readonly only?: string;
  readonly upstream: readonly string[];
  readonly anthropicUpstream?: string;
  readonly models?: string;
  readonly host: string;
  readonly port: string;
  readonly keyEnv: readonly string[];
  readonly deadline?: string;
  readonly expects?: string;
  readonly texts?: string;
  readonly notices?: boolean;
  readonly record?: string;
  readonly alarmAbove: string;
  readonly alarmWebhook?: string;
  readonly alarmCommand?: string;
}

/** What the flags ask for. InputError with everything that is wrong. */
export async function gatewayOptions(
  flags: GatewayFlags,
  warn: (text: string) => unknown,
): Promise<{ readonly options: GatewayOptions; readonly port: number }> {
  const { problems, attempt } = collector();
  const port = attempt(() => parseCount('--port', flags.port, 0, 65_535));
  const upstreams = attempt(() => upstreamsOf(flags.upstream, flags.anthropicUpstream));
  const texts = attempt(() => (flags.texts === undefined ? {} : readTexts(flags.texts)));
  const deadlineMs = attempt(() => (flags.deadline === undefined ? undefined : durationOf('--deadline', flags.deadline)));
  const above = attempt(() => shareOf('--alarm-above', flags.alarmAbove));
  if (flags.expects !== undefined && flags.expects !== 'json')
    problems.push({ file: '--expects', message: `expected json, found ${shown(flags.expects)}` });
  attempt(() => checkWebhook(flags.alarmWebhook));
  const keys = attempt(() => keysIn(flags.keyEnv));
  const models = (flags.models ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const opened = await openStrategy({ strategy: flags.strategy, only: flags.only, models }).catch((error: unknown) => {
    if (error instanceof InputError) throw new InputError([...problems, ...error.problems]);
    throw error;
  });
  if (upstreams !== undefined) problems.push(...unknownNames(opened.strategy, upstreams.names, keys?.keys() ?? []));
  if (problems.length > 0 || upstreams === undefined || port === undefined || above === undefined) throw new InputError(problems);
  for (const warning of opened.warnings) warn(`warning: ${warning}`);
  const tell = tellBy({
    webhook: flags.alarmWebhook,
    command: flags.alarmCommand,
    failed: (reason) => warn(`${new Date().toISOString()} alarm not told: ${reason}`),
  });
  const options: GatewayOptions = {
    ...opened,
    ...upstreams,
    keyOf: (target) => keys?.get(upstreams.providerOf(target) ?? '') ?? keys?.get(''),
    expects: flags.expects === 'json' ? 'json' : opened.expects,
    deadlineMs: deadlineMs ?? opened.deadlineMs,
    texts,
    notices: flags.notices,
    alarm: { ...usualAlarm, above },
    log: (line) => warn(`${new Date().toISOString()} fallback: ${line}`),
    unanswered: (line) => warn(`${new Date().toISOString()} unanswered: ${line}`),
    crashed: (error) => warn(`strategy: ${error instanceof Error ? error.message : String(error)}`),
    alarmed: (call) => {
      warn(`${call.at} alarm ${call.state}: ${call.alarm}: ${call.message}`);
      tell(call);
    },
  };
  return { options, port };
}

function durationOf(file: string, text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined || ms <= 0) throw new InputError([{ file, message: `expected a duration such as 60s, found ${text}` }]);
  return ms;
}

function shareOf(file: string, text: string): number {
  const share = Number(text);
  if (text.trim() === '' || !(share > 0 && share <= 1))
    throw new InputError([{ file, message: `expected a share above 0, 1 at most, such as 0.15, found ${text}` }]);
  return share;
}
