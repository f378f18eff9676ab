import { describe, expect, test } from 'vitest';
import { coursesOf, situations } from '../../harness/cli/preset-courses.ts';
import { presets } from '../../harness/strategy/presets/registry.ts';
import { atCapacity } from './at-capacity.ts';

const courses = (preset: string): Record<string, string> => Object.fromEntries(coursesOf(preset));

test.each(Object.keys(presets))('%s: every situation has a course', (name) => {
  expect(coursesOf(name).map(([situation]) => situation)).toEqual(situations.map((each) => each.name));
  for (const [, course] of coursesOf(name)) expect(course).toMatch(/^(1 attempt$|\d+( to \d+)? attempts at 0, )/);
});

describe('times are the sums of the waits before, at both ends of the luck', () => {
  test('openai: 0.5 s and 1 s less up to a quarter, hints as they are, streams not at all', () => {
    expect(courses('openai-node-6')).toEqual({
      // 0.75 · 0.5 to 0.5; and 0.75 · 1 to 1 more.
      '429 without a hint': '3 attempts at 0, 0.375–0.5, 1.125–1.5 s',
      '429 that asks for 3 s': '3 attempts at 0, 3, 6 s',
      '429 that asks for 2 min': '3 attempts at 0, 120, 240 s',
      '503': '3 attempts at 0, 0.375–0.5, 1.125–1.5 s',
      'error inside a stream': '1 attempt',
    });
  });

  test('many attempts: the first five and the last', () => {
    // 49 waits of 0.2 s.
    expect(courses('hammer')['503']).toBe('50 attempts at 0, 0.2, 0.4, 0.6, 0.8, …, 9.8 s');
  });

  test('a ladder is gone down at once', () => {
    expect(courses('article-route')['503']).toBe('3 attempts at 0, 0 (model 2), 0 (model 3) s');
  });

  test('a line in which requests wait has an end of its own', () => {
    // Up to a second of backoff on each of three models, then a minute in the line.
    expect(courses('outside-users')['503']).toMatch(/^\d+ to \d+ attempts at 0, .*; given up after 60–63 s$/);
  });
});

test('list says it of one preset', async () => {
  const { stdout } = await atCapacity(['list', 'presets', 'openai-node-6']);
  expect(stdout).toContain('When it sends, as long as it meets');
  expect(stdout).toMatch(/^ {2}429 without a hint +3 attempts at 0, 0\.375–0\.5, 1\.125–1\.5 s$/m);
});
