import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { shown } from '../../sim/kernel/units.ts';
import type { Tellers } from '../alarm/tell.ts';
import { parseTarget } from '../probe/target.ts';
import type { LiveOptions } from '../run/live/options.ts';
import { checkWebhook } from './alarm-webhook.ts';
import { parseCount } from './count.ts';
import { headersOfLines } from './header-lines.ts';
import { nameProblems } from './name-problems.ts';
import { collector } from './problems.ts';

/** The options of a live run as commander gives them. */
export interface LiveFlags {
  readonly live?: boolean;
  readonly parity?: boolean;
  readonly timeScale?: string;
  readonly connections?: string;
  readonly target?: string;
  readonly header: readonly string[];
  readonly servePort?: string;
  readonly yes?: boolean;
  readonly alarmWebhook?: string;
  readonly alarmCommand?: string;
  readonly checkpoint?: string;
}

/** How a live run is made; its providers come from the scenario. */
export type LivePlan = Omit<LiveOptions, 'providers' | 'onServing' | 'alarmed' | 'checkpoint'> & {
  /** Where batches keep what is done; undefined: in the output folder. */
  readonly checkpointFile: string | undefined;
  /** Who is told of alarms, beside standard error. */
  readonly alarmTo: Pick<Tellers, 'webhook' | 'command'>;
};

const usualConnections = 1000;
const mostConnections = 20_000;
/** Faster than this a millisecond of this machine is more than most waits. */
const mostScale = 1000;
/** Where a gateway of somebody else's is told to send what it gets. */
const usualPort = 4010;

/** What `--live` and the options beside it ask for; undefined for a run in virtual time. InputError with all that is wrong. */
export function livePlanOf(flags: LiveFlags): LivePlan | undefined {
  const { problems, attempt } = collector();
  if (flags.live !== true && flags.parity !== true) {
    problems.push(...withoutLive(flags));
    if (problems.length > 0) throw new InputError(problems);
    return undefined;
  }
  const timeScale = attempt(() => parseScale(flags.timeScale));
  const connections = attempt(() => parseCount('--connections', flags.connections, 1, mostConnections));
  const servePort = attempt(() => parseCount('--serve-port', flags.servePort, 0, 65_535));
  const target = attempt(() => targetOf(flags));
  attempt(() => checkWebhook(flags.alarmWebhook));
  problems.push(...nameProblems('--checkpoint', 'a file', flags.checkpoint));
  if (problems.length > 0 || timeScale === undefined) throw new InputError(problems);
  return {
    timeScale,
    connections: connections ?? usualConnections,
    servePort: servePort ?? (target === undefined ? 0 : usualPort),
    target,
    checkpointFile: flags.checkpoint,
    alarmTo: { webhook: flags.alarmWebhook, command: flags.alarmCommand },
  };
}

function withoutLive(flags: LiveFlags): readonly Problem[] {
  const { timeScale, connections, target, servePort, header, alarmWebhook, alarmCommand, checkpoint } = flags;
  const given = Object.entries({
    ...{ '--time-scale': timeScale, '--connections': connections, '--target': target, '--serve-port': servePort },
    ...{ '--alarm-webhook': alarmWebhook, '--alarm-command': alarmCommand, '--checkpoint': checkpoint },
  });
  const names = given.flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (header.length > 0) names.push('--header');
  return names.map((file) => ({ file, message: 'belongs to --live' }));
}

function parseScale(text = '1'): number {
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value > 0 && value <= mostScale) return value;
  const message = `expected a number above 0 and up to ${mostScale} such as 10, found ${shown(text)}`;
  throw new InputError([{ file: '--time-scale', message }]);
}

/** A gateway's root; its own paths are added. */
function targetOf({ target, header, parity, yes }: LiveFlags): LivePlan['target'] {
  if (target === undefined) {
    if (header.length > 0) throw new InputError([{ file: '--header', message: 'belongs to --target' }]);
    return undefined;
  }
  if (parity === true)
    throw new InputError([{ file: '--target', message: 'has no place in --parity, which compares with a server of its own' }]);
  const { loopback } = parseTarget(target, '--target');
  if (!loopback && yes !== true) {
    const message = 'is not on this machine: say --yes to load it, which may use up a quota and cost money. Nothing was sent';
    throw new InputError([{ file: '--target', message }]);
  }
  // Paths of interfaces begin with /v1 themselves.
  const url = new URL(target);
  return { url: `${url.origin}${url.pathname.replace(/\/(v1\/?)?$/, '')}`, headers: headersOfLines(header) };
}
