import { estimate, replicationValues } from '../estimate.ts';
import { measureNamed } from '../measures/registry.ts';
import type { Result } from '../result.ts';
import type { ReplicationSet } from '../sets.ts';
import { settingsOf } from '../settings.ts';
import { pairedDifference } from '../stats/paired.ts';
import { studentInterval } from '../stats/student.ts';
import { unpairedDifference } from '../stats/unpaired.ts';
import { type Candidate, type Standing, standings } from './candidates.ts';
import { isLimit } from './limit-key.ts';
import { bestOf, equalGoodput } from './winner.ts';

/** One value of the swept parameter. */
export interface SweptValue {
  readonly value: number;
  /** The value as it is written: `4`, `500ms`. */
  readonly text: string;
  readonly candidate: Candidate;
}

/** The values of one swept parameter, ascending, the others held at what is best; and the one to take. */
export interface SweptChoice {
  readonly parameter: string;
  readonly values: readonly SweptValue[];
  /** Those not shown worse than the best by more than 1 % goodput. */
  readonly within: readonly SweptValue[];
  /** False with one replication: `within` then rests on the figures alone. */
  readonly tested: boolean;
  readonly chosen: SweptValue | null;
  readonly standing: Standing;
}

/** Not shown worse than the best by more than 1 %: the interval of v − 0.99 · best reaches 0. Null when nothing can be tested. */
function holdsUp(name: string, best: string, set: ReplicationSet, paired: boolean): boolean | null {
  const goodput = measureNamed('goodputPerSecond');
  const pair = set.pair(name, best);
  const values = pair === null ? null : pair.map((cohort) => replicationValues(goodput, cohort));
  const [own, most] = values ?? [];
  if (!own || !most) return null;
  const difference = (paired ? pairedDifference : unpairedDifference)(
    own,
    most.map((value) => equalGoodput * value),
  );
  return difference === null ? null : studentInterval(difference)[1] >= 0;
}

function smallest(values: readonly SweptValue[], standing: Standing): SweptValue | null {
  return values.find(({ candidate }) => candidate.standing === standing) ?? null;
}

function bestAmong(values: readonly SweptValue[], standing: Standing): SweptValue | null {
  const best = bestOf(values.map(({ candidate }) => candidate).filter((candidate) => candidate.standing === standing));
  return values.find(({ candidate }) => candidate === best) ?? null;
}

/** Of a limit the smallest value that holds up and meets every bound, else the best that meets them; else the same where none is missed. */
function choice(parameter: string, values: readonly SweptValue[], within: readonly SweptValue[]): Pick<SweptChoice, 'chosen' | 'standing'> {
  for (const standing of standings) {
    // A smaller limit is kinder to everybody; of a wait or a number of tries the smaller is not the better.
    const chosen = (isLimit(parameter) ? smallest(within, standing) : null) ?? bestAmong(values, standing);
    if (chosen !== null) return { chosen, standing };
  }
  return { chosen: null, standing: 'missed' };
}

/** What a sweep says about its parameter: `limit` where that is one of several, else the first. Null without a sweep that answered anything. */
export function sweptChoice({ scenario }: Result, set: ReplicationSet, candidates: readonly Candidate[]): SweptChoice | null {
  const { sweep, paired } = scenario;
  if (sweep === null) return null;
  const keys = Object.keys(sweep.keys);
  const parameter = keys.find(isLimit) ?? keys[0];
  const variants = candidates.filter(({ name, goodput }) => sweep.variants.includes(name) && goodput > 0);
  const best = bestOf(variants);
  if (parameter === undefined || best === null) return null;
  const position = keys.indexOf(parameter);
  const held = settingsOf(sweep, best.name);
  const values = variants
    .flatMap((candidate) => {
      const own = settingsOf(sweep, candidate.name);
      const setting = own?.[position];
      const alike = own?.every(({ value }, key) => key === position || value === held?.[key]?.value);
      return setting !== undefined && alike === true ? [{ ...setting, candidate }] : [];
    })
    .sort((a, b) => a.value - b.value);
  const most = values.reduce((top, { candidate }) => (candidate.goodput > top.goodput ? candidate : top), best);
  const verdicts = values.map(({ candidate }) => (candidate === most ? null : holdsUp(candidate.name, most.name, set, paired)));
  const tested = values.length > 1 && verdicts.some((verdict) => verdict !== null);
  const within = values.filter(({ candidate }, i) => verdicts[i] ?? candidate.goodput >= equalGoodput * most.goodput);
  return { parameter, values, within, tested, ...choice(parameter, values, within) };
}

/** Share of first attempts refused at each value, ascending. */
export function refusedRates({ values }: SweptChoice, set: ReplicationSet): readonly (number | null)[] {
  const measure = measureNamed('firstAttemptRefusedRate');
  return values.map(({ candidate }) => {
    const cohort = set.cohort(candidate.name);
    return cohort === null ? null : estimate(measure, cohort).value;
  });
}
