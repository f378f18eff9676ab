import { isLimit } from '../../reports/result/recommend/limit-key.ts';
import type { Day } from '../../reports/result/tune/day.ts';
import { dayPlan, planAt, planGaps, promises } from '../../reports/result/tune/day-plan.ts';
import { withBeside } from '../../reports/result/tune/line.ts';
import type { DaysOf, SuitRules } from '../../reports/result/tune/suited.ts';
import { gainOf } from '../../reports/result/tune/worth.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { dayReader } from './days.ts';
import type { Found, Hunt } from './hunt.ts';
import { scheduled } from './scheduled.ts';
import type { Space } from './space.ts';
import type { Trials } from './trials.ts';

/**
 * Looks whether a limit by the time of day is worth it, where a limit alone was searched and the run holds whole days: first at
 * what the values tried came to by the hour; where hours differ, at values between them; then, where that promises something, the
 * schedule is run on the fresh replications that the one value was run on.
 */
export async function withSchedule(hunt: Hunt, found: Found): Promise<Found> {
  const { scenario, searcher, stage } = hunt;
  const { axes, primary } = searcher.space;
  const axis = axes[primary] as Space['axes'][number];
  const read = dayReader(scenario);
  if (found.interrupted || read === undefined || axes.length > 1 || !isLimit(axis.key)) return found;
  stage('day');
  const rules: SuitRules = {
    paired: scenario.workload.arrivals.users === undefined,
    balance: scenario.recommend.balance,
    errorRate: scenario.slo.errorRate ?? null,
  };
  const before = searcher.line(primary, found.point, hunt.levels);
  const days = await refined(hunt, read, rules);
  const after = searcher.line(primary, found.point, hunt.levels);
  const since = [...after.tried.keys()].filter((position) => !before.tried.has(position));
  const seen = { ...found, view: withBeside(found.view, after, since) };
  if (days === undefined) return { ...seen, interrupted: true };
  const plan = days.size < 2 ? [] : dayPlan(days, rules);
  if (!promises(days, plan, found.confirmed ? (found.point[primary] as number) : null, rules)) return seen;
  return {
    ...seen,
    ...(await judged(
      hunt,
      found,
      planAt(plan).map((position) => axis.values[position] as number),
      rules,
    )),
  };
}

/** Days of all values tried, once nothing is left to be tried between what hours ask for; undefined when it was interrupted. */
async function refined(hunt: Hunt, read: (timeline: TimelineOf) => Day, rules: SuitRules): Promise<DaysOf | undefined> {
  const { searcher, trials, levels } = hunt;
  const { values } = searcher.space.axes[searcher.space.primary] as Space['axes'][number];
  const most = trials.ran + (values.length * (levels[1] as number)) / 2;
  for (;;) {
    const days = triedDays(hunt, read);
    if (days.size < 2 || trials.ran >= most) return days;
    const gaps = planGaps(dayPlan(days, rules), [...days.keys()]).filter((position) => !hasFailed(hunt, position));
    if (gaps.length === 0) return days;
    const asked = gaps.map((position) => ({ strategyIndex: searcher.space.indexOf([position]), from: 0, until: levels[0] as number }));
    if (!(await trials.run(asked))) return undefined;
  }
}

/** As many days of each value that was tried, those that all have: luck is the same in the same replication. */
function triedDays({ searcher, trials, freshFrom }: Hunt, read: (timeline: TimelineOf) => Day): DaysOf {
  const { values } = searcher.space.axes[searcher.space.primary] as Space['axes'][number];
  const found = [...values.keys()].flatMap((position) => {
    const timelines = trials.timelines({ strategyIndex: searcher.space.indexOf([position]), from: 0, until: freshFrom });
    return timelines.length > 1 ? [[position, timelines] as const] : [];
  });
  const common = Math.min(...found.map(([, { length }]) => length));
  return new Map(found.map(([position, timelines]) => [position, timelines.slice(0, common).map(read)]));
}

type TimelineOf = ReturnType<Trials['timelines']>[number];

const hasFailed = ({ trials, searcher }: Hunt, position: number): boolean => trials.failure(searcher.space.indexOf([position])) !== null;

/** The schedule on fresh replications: those of the one value; where there is none, as many as its bounds take. */
async function judged(
  hunt: Hunt,
  { confirmed, fresh, point }: Found,
  limits: readonly number[],
  { paired, balance }: SuitRules,
): Promise<Pick<Found, 'schedule' | 'scheduleRan' | 'interrupted'>> {
  const { scenario, searcher, trials, levels, freshFrom } = hunt;
  const index = searcher.space.indexOf(point);
  const base = scenario.strategies[index] as Scenario['strategies'][number];
  const { strategy, limit } = scheduled(base, `${searcher.space.strategy}@limit=schedule`, limits);
  const own = hunt.trialsOf({ ...scenario, strategies: [strategy] });
  const replications = fresh.find(({ name }) => name === base.name)?.replications ?? [];
  for (const count of confirmed ? [replications.length] : levels.slice(1)) {
    const range = { from: freshFrom, until: freshFrom + count };
    if (!(await own.run([{ strategyIndex: 0, ...range }]))) return { schedule: null, scheduleRan: own.ran, interrupted: true };
    const tried = own.tried({ strategyIndex: 0, ...range });
    const constant = confirmed ? trials.tried({ strategyIndex: index, ...range }) : undefined;
    const fold = own.fold({ strategyIndex: 0, ...range });
    if (tried === undefined || fold === undefined || tried.standing === 'missed') break;
    const gain = gainOf({ tried, replications: fold.replications }, constant === undefined ? null : { tried: constant, replications }, {
      paired,
      balance,
    });
    if (gain !== null) return { schedule: { limits, limit, gain, fold }, scheduleRan: own.ran, interrupted: false };
  }
  return { schedule: null, scheduleRan: own.ran, interrupted: false };
}
