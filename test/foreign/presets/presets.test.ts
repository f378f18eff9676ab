import { beforeAll, describe, expect, test } from 'vitest';
import { courseOf as courseOfPreset } from '../../../harness/client/course.ts';
import type { Preset } from '../../../harness/strategy/presets/preset.ts';
import { presets } from '../../../harness/strategy/presets/registry.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { clientModule, newerClientModule, olderClientModule } from '../../server/clients.ts';
import { resolved } from '../../strategy/resolved.ts';
import { type Course, courseOf } from '../truth/compare.ts';
import type { Pair } from '../truth/script.ts';
import { inVirtualTime } from '../truth/worlds.ts';
import { type Meeting, meetings } from './cells.ts';
import { newerTwins, type Twin, twins } from './clients.ts';

/** Timers are of whole milliseconds, downwards; and who learns of a lost connection does so 5 ms later than the server has it. */
const toleratedMs = 6;
/** What `Math.random()` is: not its own mirror image. The ends of luck are held in test/strategy/presets/clients.test.ts. */
const luck = 0.2;

const [major = 0] = process.versions.node.split('.').map(Number);
const there = major >= 22 ? [...twins, ...newerTwins] : twins;
const pairsOf = (some: readonly Twin[]): readonly Pair[] =>
  some.flatMap((client) =>
    meetings.map((meeting) => {
      const cell = { ...meeting, limitMs: client.limitMs ?? meeting.limitMs };
      return { client, cell, model: modelOf(client, meeting.name) };
    }),
  );
const modelOf = ({ name }: Twin, meeting: string): string => `${name}-${meeting.replaceAll(' ', '-')}`;

/** By model. */
const courses = new Map<string, Course>();

beforeAll(async () => {
  await clientModule('openai', 'index.mjs', packagePath('examples', 'clients'));
  await olderClientModule('openai', 'index.mjs');
  if (major >= 22) await newerClientModule('openai', 'index.mjs');
  const seen = await inVirtualTime(pairsOf(there), false, luck);
  for (const { model } of pairsOf(there)) courses.set(model, courseOf(seen, model));
}, 300_000);

/** From the end of each attempt to the next one. */
function waitsOf({ attempts }: Course): readonly number[] {
  return attempts.slice(1).map(({ beganMs }, n) => beganMs - (attempts[n]?.endedMs ?? Number.NaN));
}

/** The preset's waits, until the client's caller gives up: its attempts take no time. */
function presetWaits({ preset, dialect, mirrored, limitMs }: Twin, meeting: Meeting): readonly number[] {
  const facts = meeting.facts(dialect);
  const { attempts } = courseOfPreset(resolved({ preset }), () => facts, mirrored ? 1 - luck : luck);
  return attempts
    .slice(1)
    .filter(({ atMs }) => atMs < (limitMs ?? Number.POSITIVE_INFINITY))
    .map(({ atMs }, n) => atMs - (attempts[n]?.atMs ?? Number.NaN));
}

function near(waits: readonly number[], expected: readonly number[]): boolean {
  return expected.length === waits.length && expected.every((ms, n) => Math.abs(ms - (waits[n] ?? Number.NaN)) <= toleratedMs);
}

describe.each(there)('$name sends when $preset does', (twin) => {
  test.each(meetings)('$name', (meeting) => {
    const course = courses.get(modelOf(twin, meeting.name));
    if (course === undefined) throw new Error(`${meeting.name} was not met`);
    expect(course.attempts.length).toBeGreaterThan(0);
    const expected = presetWaits(twin, meeting);
    const waits = waitsOf(course);
    if (twin.differ?.includes(meeting.name)) {
      expect(near(waits, expected), 'what the preset lacks it has: leave it out of lacks and differ').toBe(false);
      return;
    }
    expect(near(waits, expected) ? expected : waits, JSON.stringify(course.end)).toEqual(expected);
  });

  test('differs where its preset says that something lacks', () => {
    const preset: Preset = presets[twin.preset];
    if (twin.differ !== undefined) expect(preset.lacks).toBeDefined();
    expect((twin.differ ?? []).filter((name) => !meetings.some((meeting) => meeting.name === name))).toEqual([]);
  });
});
