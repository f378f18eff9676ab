import { describe, expect, test } from 'vitest';
import { conductText } from '../../harness/cli/served-conduct.ts';
import { judgeStories } from '../../harness/conduct/judge-stories.ts';
import type { Story } from '../../harness/conduct/story.ts';
import { teller } from '../../harness/conduct/tell.ts';

/** Refused with a hint of 2 s, sent again after so many ms, and refused again; a caller of whom no more is seen. */
function again(ms: number): Story {
  const step = { model: 'big', toldTry: undefined, class: 'capacity', hintMs: 2000 } as const;
  const sentAt = 1000 * (10 + ms);
  return {
    entity: 4,
    arrivedAt: 0,
    steps: [
      { ...step, sentAt: 0, endedAt: 10_000 },
      { ...step, sentAt, endedAt: sentAt + 10_000 },
    ],
    settledAt: sentAt + 10_000,
  };
}

function judged(stories: readonly Story[], slackMs?: number) {
  const scope = teller({ localAt: (ms) => ms, nameOf: ({ entity }) => `request ${entity}`, seesEnd: false, ...(slackMs && { slackMs }) });
  const findings = judgeStories({ stories, peak: { open: 3, at: 5000 }, now: 9e6 }, scope);
  return { findings, named: (name: string) => findings.find(({ finding }) => finding === name) };
}

describe('requests of which only what arrives is seen', () => {
  test('a wait that is too short by no more than the slack was kept', () => {
    const stories = [again(1995), again(1994), again(2001)];
    expect(judged(stories, 5).named('retry-after')).toMatchObject({ count: 1, of: 3, worst: 6 });
    expect(judged(stories).named('retry-after')).toMatchObject({ count: 2, of: 3, worst: 6 });
  });

  test('examples do not say when a request was over for its caller', () => {
    expect(judged([again(100)], 5).named('retry-after')?.example).toBe(
      'request 4 at 1970-01-01 00:00:00.000: capacity after 10 ms with Retry-After 2000 ms; again after 100 ms capacity after 10 ms with Retry-After 2000 ms',
    );
  });

  test('of what only callers know there was no occasion', () => {
    const { findings, named } = judged([again(100)], 5);
    expect(
      findings.filter(({ says }) => says.startsWith('Cannot be seen')).map(({ finding, verdict, of }) => [finding, verdict, of]),
    ).toEqual([
      ['held-in-backoff', 'no occasion', 0],
      ['after-end', 'no occasion', 0],
    ]);
    expect(named('in-flight')).toMatchObject({ verdict: 'told', worst: 3, example: 'at 1970-01-01 00:00:00.005' });
  });
});

describe('what serve --report prints', () => {
  const surroundings = { columns: 80, colour: false };
  const { findings } = judged([again(100)], 5);

  test('nothing where nobody came', () => {
    expect(conductText({ attempts: 0, requests: 0, unclear: 0, forgotten: 0, findings: [] }, surroundings)).toBe('');
  });

  test('what is bad first, and what it leaves out', () => {
    const text = conductText({ attempts: 12_345, requests: 1, unclear: 3, forgotten: 1, findings }, surroundings);
    expect(text.split('\n').slice(0, 3)).toEqual([
      '',
      'How callers retry: 12,345 attempts of 1 request',
      '  ✗ Retry-After not honoured, 1 of 1',
    ]);
    expect(text).toContain('  3 attempts not judged: other requests had the same body at the same time');
    expect(text).toContain('  1 attempt not judged any more: of the oldest requests, beyond 100,000');
    expect(text.split('\n').every((line) => line.length <= 80)).toBe(true);
  });
});
