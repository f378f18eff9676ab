import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { shown } from '../../sim/kernel/units.ts';
import type { AdHoc } from '../scenario/ad-hoc.ts';
import { expectedSpeed, isSpeed, isToken, notJudged } from '../serve/check-options.ts';
import { parseCount } from './count.ts';
import { nameProblems } from './name-problems.ts';
import { collector } from './problems.ts';

/** The options of `serve` as commander gives them. */
export interface ServeFlags {
  readonly port: string;
  readonly host: string;
  readonly at?: string;
  readonly set: readonly string[];
  readonly seed?: string;
  readonly rate?: string;
  readonly slots?: string;
  readonly service?: string;
  readonly peak?: string;
  readonly curve?: string;
  readonly model?: string;
  readonly daySpeed?: string;
  readonly timeScale?: string;
  readonly adminToken?: string;
  readonly processMetrics?: boolean;
  readonly log?: boolean;
  readonly report?: boolean;
  readonly out?: string;
}

/** What `serve` is asked to do, once the options make sense together. */
export interface ServePlan {
  /** A file, `-`, the name of a ready scenario; undefined where figures on the command line take its place. */
  readonly file: string | undefined;
  readonly adHoc: AdHoc | undefined;
  readonly port: number;
  readonly host: string;
  readonly at: string | undefined;
  readonly set: readonly string[];
  readonly seed: string | undefined;
  readonly daySpeed: number;
  readonly timeScale: number;
  /** As it was given, on the command line or in the environment. */
  readonly adminToken: string | undefined;
  readonly processMetrics: boolean;
  readonly log: boolean;
  /** How callers retry is judged, and told at the end. */
  readonly report: boolean;
  /** A folder for the same as JSON. */
  readonly out: string | undefined;
}

/** Nobody guesses it at once. */
const shortestToken = 8;

/** InputError with everything that does not fit. */
export function servePlanOf(file: string | undefined, flags: ServeFlags, env: NodeJS.ProcessEnv = process.env): ServePlan {
  const { problems, attempt } = collector();
  const port = attempt(() => parseCount('--port', flags.port, 0, 65_535));
  const adHoc = attempt(() => adHocOf(file, flags));
  const daySpeed = attempt(() => parseSpeed('--day-speed', flags.daySpeed));
  const timeScale = attempt(() => parseSpeed('--time-scale', flags.timeScale));
  const adminToken = attempt(() => tokenOf(flags.adminToken, env.AT_CAPACITY_ADMIN_TOKEN));
  if (flags.daySpeed !== undefined && flags.timeScale !== undefined) {
    problems.push({ file: '--time-scale', message: 'makes everything faster, --day-speed only the day; leave out one of the two' });
  }
  problems.push(...reportProblems(flags, timeScale ?? 1));
  if (problems.length > 0 || port === undefined) throw new InputError(problems);
  return {
    file: adHoc === undefined ? (file ?? 'peak-day') : undefined,
    adHoc,
    port,
    host: flags.host,
    at: flags.at,
    set: flags.set,
    seed: flags.seed,
    daySpeed: daySpeed ?? 1,
    timeScale: timeScale ?? 1,
    adminToken,
    processMetrics: flags.processMetrics === true,
    log: flags.log === true,
    report: flags.report === true,
    out: flags.out,
  };
}

function reportProblems({ report, out }: ServeFlags, timeScale: number): readonly Problem[] {
  return [
    ...(report === true && timeScale !== 1 ? [{ file: '--report', message: `${notJudged}; leave out --report or --time-scale` }] : []),
    ...(out !== undefined && report !== true ? [{ file: '--out', message: 'is the folder for what --report says; add --report' }] : []),
    ...nameProblems('--out', 'a folder', out),
  ];
}

/** The figures that stand for a file. */
function adHocOf(file: string | undefined, { rate, slots, service, peak, curve, model }: ServeFlags): AdHoc | undefined {
  const given = Object.entries({ rate, slots, service, peak, curve, model }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`],
  );
  if (given.length === 0) return undefined;
  if (file !== undefined) {
    throw new InputError([
      {
        message: `${given.join(', ')} ${given.length === 1 ? 'takes' : 'take'} the place of a file; leave out ${file} or ${given.length === 1 ? 'it' : 'these'}`,
      },
    ]);
  }
  if (slots === undefined || service === undefined) {
    throw new InputError([
      { message: `--slots 8 --service 2s belong together; missing: ${slots === undefined ? '--slots' : '--service'}` },
    ]);
  }
  if (model?.trim() === '') throw new InputError([{ file: '--model', message: 'expected a name' }]);
  if (curve !== undefined && peak === undefined) {
    throw new InputError([{ file: '--curve', message: 'is the day of other callers; say how many there are at its peak: --peak 0.9' }]);
  }
  return { slots, service, rate, peak, curve, model };
}

function parseSpeed(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (isSpeed(value)) return value;
  throw new InputError([{ file: option, message: `${expectedSpeed}, found ${shown(text)}` }]);
}

function tokenOf(flag: string | undefined, inEnvironment: string | undefined): string | undefined {
  const [file, token] = flag === undefined ? ['AT_CAPACITY_ADMIN_TOKEN', inEnvironment] : ['--admin-token', flag];
  if (token === undefined || (token.length >= shortestToken && isToken(token))) return token;
  throw new InputError([{ file, message: 'expected 8 to 200 letters, digits and signs without blanks' }]);
}
