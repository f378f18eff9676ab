import type { Command } from 'commander';
import type { Problem } from '../../sim/kernel/problem.ts';
import { repeated } from './repeated.ts';
import type { ScenarioFlags } from './scenario-flags.ts';

/** The options that belong to `--live`, as commander gives them. */
export interface TuneLiveFlags {
  readonly live?: string;
  readonly model?: string;
  readonly header: readonly string[];
  readonly max?: string;
  readonly step?: string;
  readonly maxRequests?: string;
  readonly maxTime?: string;
  readonly timeout?: string;
  readonly pause?: string;
  readonly yes?: boolean;
}

/** What simulated tuning has beside the options of a scenario, and a ramp has no use for. */
interface Simulated {
  readonly workers?: string;
}

type Flags = TuneLiveFlags & ScenarioFlags & Simulated;

export function addLiveFlags(command: Command): Command {
  return command
    .option('--live <url>', 'measure this server instead, from 3 at once upward: asks before it loads another machine')
    .option('--model <name>', 'with --live: the model to ask (default: that of the strategy)')
    .option('--header <line>', 'with --live: "Name: value" to send along, as often as you like', repeated, [])
    .option('--max <n>', 'with --live: how many at once at most (default: the largest limit of the values, else 64)')
    .option('--step <duration>', 'with --live: for how long each step sends requests (default: 10s)')
    .option('--max-requests <n>', 'with --live: so many requests in all (default: 1000)')
    .option('--max-time <duration>', 'with --live: no step that would last longer (default: 10m)')
    .option('--timeout <duration>', 'with --live: give an answer up after (default: that of the strategy, else 60s)')
    .option('--pause <duration>', 'with --live: wait after a refusal (default: 1s)')
    .option('--yes', 'with --live: load what is not on this machine without asking');
}

/** Without `--live`: what belongs to it. With it: what a ramp has no use for. */
export function misplacedFlags(flags: Flags): readonly Problem[] {
  const named = (given: Readonly<Record<string, unknown>>): readonly string[] =>
    Object.entries(given).flatMap(([name, value]) => (value === undefined || value === false ? [] : [name]));
  if (flags.live !== undefined) {
    const { replications, quick, workers, requests, seed } = flags;
    const simulated = { '--replications': replications, '--quick': quick, '--workers': workers, '--requests': requests, '--seed': seed };
    return named(simulated).map((file) => ({ file, message: 'has no place beside --live, which measures a server' }));
  }
  const { model, header, max, step, maxRequests, maxTime, timeout, pause, yes } = flags;
  const live = {
    ...{ '--model': model, '--header': header.length > 0 ? header : undefined, '--max': max, '--step': step, '--yes': yes },
    ...{ '--max-requests': maxRequests, '--max-time': maxTime, '--timeout': timeout, '--pause': pause },
  };
  return named(live).map((file) => ({ file, message: 'belongs to --live' }));
}
