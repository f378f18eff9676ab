import { dialectOf } from '../../sim/dialects/registry.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import type { WireFacts } from '../../sim/kernel/transport.ts';
import { type Course, courseOf } from '../client/course.ts';
import { resolveStrategies } from '../strategy/resolve.ts';
import { strategySchema } from '../strategy/schema.ts';
import type { StrategySpec } from '../strategy/spec.ts';

/** A ladder of three, for the strategies that go down one. */
const ladder = ['model 1', 'model 2', 'model 3'];

const refusals = dialectOf('openai').errors('model');

/** What every attempt of a request may meet, as OpenAI sends it. */
export const situations: readonly { readonly name: string; readonly facts: WireFacts }[] = [
  { name: '429 without a hint', facts: refusals.facts('rate_limited', 'status') },
  { name: '429 that asks for 3 s', facts: refusals.waiting('rate_limited', 3000) },
  { name: '429 that asks for 2 min', facts: refusals.waiting('rate_limited', 120_000) },
  { name: '503', facts: refusals.facts('capacity', 'status') },
  { name: 'error inside a stream', facts: refusals.facts('capacity', 'stream') },
];

/** The ends of luck: draws are in the open interval, and times whole microseconds. */
const least = 1e-15;
const most = 1 - 1e-15;

/** What a preset does in each situation that does not end: when it sends, with the times that luck can give. */
export function coursesOf(preset: string): readonly (readonly [situation: string, course: string])[] {
  const strategy = resolved(preset);
  return situations.map(({ name, facts }) => {
    const [early, late] = [least, most].map((uniform) => courseOf(strategy, () => facts, uniform));
    return [name, shown(early as Course, late as Course)] as const;
  });
}

function resolved(preset: string): StrategySpec {
  const { strategies } = resolveStrategies([strategySchema.parse({ preset })], {
    model: ladder[0] as string,
    ladder,
    moduleUrl: (path) => path,
    codeUrl: (path) => path,
  });
  return strategies[0] as StrategySpec;
}

/** Attempts that are written out of many: the first ones, and the last. */
const written = 6;

/** `3 attempts at 0, 0.375–0.5, 1.125–1.5 s`: the same request with the least and with the most luck there is. */
function shown(early: Course, late: Course): string {
  const counts = [early.attempts.length, late.attempts.length] as const;
  const number = counts[0] === counts[1] ? grouped(counts[0]) : `${Math.min(...counts)} to ${Math.max(...counts)}`;
  const longer = counts[0] >= counts[1] ? early : late;
  const places = longer.attempts.map(({ target, atMs }, n) => {
    const times = range(early.attempts[n]?.atMs ?? atMs, late.attempts[n]?.atMs ?? atMs);
    return target === ladder[0] ? times : `${times} (${target})`;
  });
  const all = places.length > written ? [...places.slice(0, written - 1), '…', ...places.slice(-1)] : places;
  const attempts = places.length === 1 ? '1 attempt' : `${number} attempts at ${all.join(', ')} s`;
  const waited = Math.max(early.endMs - lastAt(early), late.endMs - lastAt(late)) > 0;
  return waited ? `${attempts}; given up after ${range(early.endMs, late.endMs)} s` : attempts;
}

function lastAt({ attempts }: Course): number {
  return attempts.at(-1)?.atMs ?? 0;
}

/** Seconds, to the millisecond. */
function range(one: number, other: number): string {
  const [from, to] = [Math.min(one, other), Math.max(one, other)].map((ms) => String(Math.round(ms) / 1000));
  return from === to ? `${from}` : `${from}–${to}`;
}
