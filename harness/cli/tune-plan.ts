import { InputError } from '../../sim/kernel/problem.ts';
import { usualReplications } from '../tune/tune.ts';
import { parseCount } from './count.ts';
import { nameProblems } from './name-problems.ts';
import { collector } from './problems.ts';
import type { ScenarioFlags } from './scenario-flags.ts';
import { misplacedFlags, type TuneLiveFlags } from './tune-live-flags.ts';
import { checkLiveFlags } from './tune-live-plan.ts';

/** The options of `tune` as commander gives them. */
export interface TuneFlags extends ScenarioFlags, TuneLiveFlags {
  readonly strategy?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly out?: string;
  readonly workers?: string;
}

/** What `tune` is asked to do. */
export interface TunePlan {
  readonly file: string;
  readonly flags: ScenarioFlags;
  readonly only: readonly string[];
  readonly replications: number;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly out: string | undefined;
  readonly workers: number | undefined;
}

/** Fewer do not tell a difference from chance. */
const leastReplications = 4;
const mostReplications = 250;
const mostWorkers = 256;

/** InputError with everything that does not fit. */
export function tunePlan(file: string, flags: TuneFlags): TunePlan {
  const { problems, attempt } = collector();
  const workers = attempt(() => parseCount('--workers', flags.workers, 0, mostWorkers));
  const usual = flags.quick === true ? leastReplications : usualReplications;
  const replications = attempt(() => parseCount('--replications', flags.replications, leastReplications, mostReplications) ?? usual);
  problems.push(...nameProblems('--out', 'a folder', flags.out), ...misplacedFlags(flags));
  if (flags.live !== undefined) attempt(() => checkLiveFlags(flags));
  if (problems.length > 0 || replications === undefined) throw new InputError(problems);
  return {
    file,
    // How often is for the search to say.
    flags: { ...flags, replications: undefined },
    only: flags.strategy === undefined ? [] : [flags.strategy],
    replications,
    json: flags.json === true,
    quiet: flags.quiet === true,
    out: flags.out,
    workers,
  };
}
