import { type Tolerance, usualTolerance } from '../../reports/result/check/tolerance.ts';
import type { Measure, Unit } from '../../reports/result/measures/measure.ts';
import { measures } from '../../reports/result/measures/registry.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { parseDuration, parseRate } from '../../sim/kernel/units.ts';
import { hint } from '../scenario/suggest.ts';
import { collector } from './problems.ts';

const option = '--tolerance';

function wrong(text: string, message: string): InputError {
  return new InputError([{ file: `${option} ${text}`, message }]);
}

function plain(text: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

const readers: Readonly<Record<Unit, (text: string) => number | undefined>> = {
  share: (text) => {
    const [, points] = /^(.+?) ?points?$/.exec(text) ?? [];
    const value = points === undefined ? plain(text) : plain(points);
    const share = value === undefined || points === undefined ? value : value / 100;
    return share !== undefined && share <= 1 ? share : undefined;
  },
  ms: parseDuration,
  perSecond: parseRate,
  usd: plain,
  ratio: plain,
  attempts: plain,
  tokens: plain,
  requests: plain,
  permits: plain,
};

const examples: Readonly<Record<Unit, string>> = {
  share: '0.5points',
  ms: '10% or 500ms',
  perSecond: '2% or 0.01/s',
  usd: '5% or 0.2',
  ratio: '5% or 0.1',
  attempts: '10% or 2',
  tokens: '5% or 1000',
  requests: '5% or 1',
  permits: '5% or 1',
};

function relativeOf(text: string): number | undefined {
  const [, percent] = /^(\d+(?:\.\d+)?) ?%$/.exec(text) ?? [];
  return percent === undefined ? undefined : Number(percent) / 100;
}

/** `2%`, `500ms`, `10%,500ms` (the larger of both). Of a share a per cent could be either: it is written in points, or as a share. */
function toleranceOf(text: string, written: string, { name, unit }: Measure): Tolerance {
  const parts = text.split(',').map((part) => part.trim());
  const relatives = parts.flatMap((part) => relativeOf(part) ?? []);
  const absolutes = parts.flatMap((part) => readers[unit](part) ?? []);
  if (unit === 'share' && relatives.length > 0)
    throw wrong(written, `${name} is a share; write how many points it may worsen by, such as ${examples.share}`);
  if (relatives.length + absolutes.length < parts.length || relatives.length > 1 || absolutes.length > 1)
    throw wrong(written, `expected how far ${name} may worsen, such as ${examples[unit]}, found ${JSON.stringify(text)}`);
  return { relative: relatives[0] ?? 0, absolute: absolutes[0] ?? 0 };
}

/** `errorRate=0.5points`, or `queueWaitMs.p95` alone to check it with its usual tolerance. InputError with all that is wrong. */
export function parseTolerances(texts: readonly string[]): ReadonlyMap<string, Tolerance> {
  const found = new Map<string, Tolerance>();
  const { problems, attempt } = collector();
  const add = (written: string): void => {
    const at = written.indexOf('=');
    const name = at < 0 ? written : written.slice(0, at);
    const measure = Object.hasOwn(measures, name) ? measures[name] : undefined;
    if (measure === undefined) {
      const known = Object.values(measures).flatMap((each) => (each.better === 'neither' ? [] : [each.name]));
      throw wrong(written, `unknown measure ${name}${hint(name, known)}`);
    }
    if (measure.better === 'neither') throw wrong(written, `${name} has no better and no worse, so it cannot be checked`);
    if (found.has(name)) throw wrong(written, `${name} has a tolerance already`);
    found.set(name, at < 0 ? usualTolerance(measure) : toleranceOf(written.slice(at + 1), written, measure));
  };
  for (const written of texts) attempt(() => add(written));
  if (problems.length > 0) throw new InputError(problems);
  return found;
}
