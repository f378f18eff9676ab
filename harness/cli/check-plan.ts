import { resolve } from 'node:path';
import type { Tolerance } from '../../reports/result/check/tolerance.ts';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { parseTolerances } from './check-tolerance.ts';
import { parseCount } from './count.ts';
import { nameProblems } from './name-problems.ts';
import { collector } from './problems.ts';

/** The options of `check` as commander gives them. */
export interface CheckFlags {
  readonly baseline?: string;
  readonly update?: boolean;
  readonly accept?: boolean;
  readonly tolerance: readonly string[];
  readonly strict?: boolean;
  readonly only: readonly string[];
  readonly set: readonly string[];
  readonly requests?: string;
  readonly seed?: string;
  readonly replications?: string;
  readonly most?: string;
  readonly workers?: string;
  readonly json?: boolean;
  readonly junit?: string;
  readonly markdown?: string;
  readonly stepSummary?: string;
  readonly annotations?: boolean;
  readonly quiet?: boolean;
}

/** What `check` is asked to do, once the options make sense together. */
export interface CheckPlan {
  readonly files: readonly string[];
  readonly flags: CheckFlags;
  readonly baseline: string | undefined;
  readonly update: boolean;
  readonly accept: boolean;
  readonly tolerances: ReadonlyMap<string, Tolerance>;
  readonly strict: boolean;
  /** Undefined: 10, or as many as the scenario has when these are more, and never more than `most`. */
  readonly least: number | undefined;
  /** Undefined: 40. */
  readonly most: number | undefined;
  readonly workers: number | undefined;
  readonly json: boolean;
  readonly junit: string | undefined;
  readonly markdown: string | undefined;
  /** A page is added to the end of this file. */
  readonly stepSummary: string | undefined;
  /** For GitHub's runner, on standard error. */
  readonly annotations: boolean;
  readonly quiet: boolean;
}

const mostReplications = 10_000;
const mostWorkers = 256;

/** InputError with everything that does not fit. `env` tells whether GitHub's runner is listening. */
export function checkPlanOf(files: readonly string[], flags: CheckFlags, env: Readonly<Record<string, string | undefined>>): CheckPlan {
  const { problems, attempt } = collector();
  const tolerances = attempt(() => parseTolerances(flags.tolerance));
  const least = attempt(() => parseCount('--replications', flags.replications, 2, mostReplications));
  const most = attempt(() => parseCount('--most', flags.most, 2, mostReplications));
  const workers = attempt(() => parseCount('--workers', flags.workers, 0, mostWorkers));
  const stepSummary = flags.stepSummary ?? (env.GITHUB_STEP_SUMMARY || undefined);
  problems.push(...together(files, flags), ...names(flags), ...onlyOnce(files, { ...flags, stepSummary }));
  if (least !== undefined && most !== undefined && most < least)
    problems.push({ file: '--most', message: `is ${most}, and --replications ${least}; expected as many or more` });
  if (problems.length > 0 || tolerances === undefined) throw new InputError(problems);
  return {
    files,
    flags,
    baseline: flags.baseline,
    update: flags.update === true,
    accept: flags.accept === true,
    tolerances,
    strict: flags.strict === true,
    least,
    most,
    workers,
    json: flags.json === true,
    junit: flags.junit,
    markdown: flags.markdown,
    stepSummary,
    annotations: flags.annotations ?? env.GITHUB_ACTIONS === 'true',
    quiet: flags.quiet === true,
  };
}

function names({ baseline, junit, markdown, stepSummary }: CheckFlags): readonly Problem[] {
  return [
    ...nameProblems('--baseline', 'a folder or file', baseline),
    ...nameProblems('--junit', 'a file', junit),
    ...nameProblems('--markdown', 'a file', markdown),
    ...nameProblems('--step-summary', 'a file', stepSummary),
  ];
}

/** Two reports in one file would be one, and a report in the place of a scenario its end. */
function onlyOnce(
  files: readonly string[],
  { junit, markdown, stepSummary }: { readonly junit?: string; readonly markdown?: string; readonly stepSummary: string | undefined },
): readonly Problem[] {
  const taken = new Map(files.map((file) => [resolve(file), 'a scenario']));
  return Object.entries({ '--junit': junit, '--markdown': markdown, '--step-summary': stepSummary }).flatMap(([option, path]) => {
    if (path === undefined || path === '') return [];
    const other = taken.get(resolve(path));
    taken.set(resolve(path), `the file of ${option}`);
    return other === undefined ? [] : [{ file: option, message: `is ${other} too, ${path}; give another file` }];
  });
}

function together(files: readonly string[], { baseline, update, accept, only, tolerance }: CheckFlags): readonly Problem[] {
  const problem = (file: string, message: string): Problem => ({ file, message });
  const twice = files.filter((file, i) => files.indexOf(file) !== i);
  return [
    ...[...new Set(twice)].map((file) => problem(file, 'is named twice')),
    ...(update === true && baseline === undefined ? [problem('--update', 'needs --baseline, which it writes')] : []),
    ...(accept === true && update !== true ? [problem('--accept', 'has no meaning without --update')] : []),
    ...(update === true && only.length > 0 ? [problem('--update', 'writes a baseline of every strategy; leave out --only')] : []),
    ...(tolerance.length > 0 && baseline === undefined ? [problem('--tolerance', 'needs --baseline, which it is held against')] : []),
  ];
}
