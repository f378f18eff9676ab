import type { Format } from '../../reports/formats/format.ts';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { parseCount } from './count.ts';
import { formatNamed } from './formats.ts';
import { type LiveFlags, type LivePlan, livePlanOf } from './live-plan.ts';
import { nameProblems } from './name-problems.ts';
import { collector } from './problems.ts';
import type { ScenarioFlags } from './scenario-flags.ts';

/** The options of `run` as commander gives them. */
export interface RunFlags extends ScenarioFlags, LiveFlags {
  readonly rate?: string;
  readonly slots?: string;
  readonly service?: string;
  readonly only: readonly string[];
  readonly watch?: boolean;
  readonly format?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly raw?: boolean;
  readonly out?: string;
  readonly open?: boolean;
  readonly workers?: string;
  readonly enforce?: boolean;
  readonly fidelity?: boolean;
}

/** What `run` is asked to do, once the options make sense together. */
export interface RunPlan {
  /** A file, `-`, the name of a ready scenario; undefined: the built-in day, or figures on the command line. */
  readonly file: string | undefined;
  readonly adHoc: { readonly rate: string; readonly slots: string; readonly service: string } | undefined;
  readonly flags: ScenarioFlags;
  readonly only: readonly string[];
  readonly watch: boolean;
  readonly format: Format;
  readonly quiet: boolean;
  readonly raw: boolean;
  /** Undefined: `out/` and the scenario's name. */
  readonly out: string | undefined;
  /** The page is opened once it is written. */
  readonly open: boolean;
  /** Undefined: one a processor. */
  readonly workers: number | undefined;
  readonly enforce: boolean;
  /** Code of the user's has Node's own fetch. */
  readonly fidelity: boolean;
  /** Undefined: in virtual time. */
  readonly live: LivePlan | undefined;
  /** Both worlds, compared. */
  readonly parity: boolean;
  readonly json: boolean;
}

const mostWorkers = 256;

/** InputError with everything that does not fit. */
export function planOf(file: string | undefined, flags: RunFlags): RunPlan {
  const { problems, attempt } = collector();
  const format = attempt(() => formatNamed(flags.format, flags.json));
  const workers = attempt(() => parseCount('--workers', flags.workers, 0, mostWorkers));
  const adHoc = attempt(() => adHocOf(file, flags));
  const live = attempt(() => livePlanOf(flags));
  problems.push(...liveProblems(flags));
  if (flags.watch === true && (file === undefined || file === '-')) {
    problems.push({ file: '--watch', message: 'needs a scenario file to watch; at-capacity init writes one' });
  }
  problems.push(...nameProblems('--out', 'a folder', flags.out));
  if (problems.length > 0 || format === undefined) throw new InputError(problems);
  return {
    file,
    adHoc,
    flags,
    only: flags.only,
    watch: flags.watch === true,
    format,
    quiet: flags.quiet === true,
    raw: flags.raw === true,
    out: flags.out,
    open: flags.open === true,
    workers,
    enforce: flags.enforce === true,
    fidelity: flags.fidelity === true,
    live,
    parity: flags.parity === true,
    json: flags.json === true,
  };
}

/** What has no place beside a run in real time. */
function liveProblems(flags: RunFlags): readonly Problem[] {
  const { live, parity, watch, workers, raw, enforce, fidelity, out, open, format, replications, alarmWebhook, alarmCommand, checkpoint } =
    flags;
  if (live !== true && parity !== true) return [];
  const option = parity === true ? '--parity' : '--live';
  const never = { '--watch': watch, '--workers': workers, '--fidelity': fidelity };
  const notCompared = {
    '--raw': raw,
    '--enforce': enforce,
    '--out': out,
    '--open': open,
    '--format': format,
    '--replications': replications,
  };
  const toldTo = { '--alarm-webhook': alarmWebhook, '--alarm-command': alarmCommand, '--checkpoint': checkpoint };
  const given = Object.entries({ ...never, ...(parity === true ? { ...notCompared, ...toldTo } : {}) });
  return given.flatMap(([file, value]) => (value === undefined ? [] : [{ file, message: `has no place in ${option}` }]));
}

/** The three figures that stand for a file: all of them or none. */
function adHocOf(file: string | undefined, { rate, slots, service }: RunFlags): RunPlan['adHoc'] {
  const given = Object.entries({ rate, slots, service });
  const missing = given.filter(([, value]) => value === undefined).map(([name]) => `--${name}`);
  if (missing.length === given.length) return undefined;
  if (file !== undefined) {
    throw new InputError([{ message: `--rate, --slots and --service take the place of a file; leave out ${file} or these` }]);
  }
  if (rate === undefined || slots === undefined || service === undefined) {
    const message = `--rate 2/s --slots 20 --service 6s belong together; missing: ${missing.join(', ')}`;
    throw new InputError([{ message }]);
  }
  return { rate, slots, service };
}
