import { expect, test } from 'vitest';
import type { Report } from '../../reports/formats/format.ts';
import { reportHtml } from '../../reports/formats/html/page.ts';
import { reportMarkdown } from '../../reports/formats/markdown/markdown.ts';
import { terminal } from '../../reports/formats/terminal/terminal.ts';
import type { AlarmCause, AlarmSummary } from '../../reports/result/alarm.ts';
import { reportOf } from './sample.ts';

const cause: AlarmCause = {
  before: 0.02,
  now: 0.16,
  parts: { ownDemand: 0, otherTenants: 0.03, ownRetries: 0.11 },
  named: 'ownRetries',
  retriesBy: 'run without retries',
  demandBy: 'load',
};

const spell = (replication: number, more: Partial<AlarmSummary>): AlarmSummary => ({
  rule: 'capacityErrorRate above 15 % for 10m',
  replication,
  fromMs: 600_000,
  untilMs: 900_000,
  from: '2026-03-02 00:10:00',
  until: '2026-03-02 00:15:00',
  value: 0.16,
  most: 0.312,
  cause,
  ...more,
});

/** A report of a scenario with `alarm:` in which the strategies of these names alarm so. */
function reportWith(alarms: Readonly<Record<string, readonly AlarmSummary[]>>): Report {
  const report = reportOf({ strategies: Object.keys(alarms).map((name) => ({ name })) });
  const strategies = report.result.strategies.map((fold) => ({
    ...fold,
    replications: fold.replications.map((replication) => ({ ...replication, alarms: [] })),
  }));
  return {
    result: { ...report.result, strategies },
    summary: {
      ...report.summary,
      strategies: report.summary.strategies.map((strategy) => ({ ...strategy, alarms: alarms[strategy.name] ?? [] })),
    },
  };
}

const other = { ...cause, named: 'otherTenants' } as const;
const report = reportWith({
  calm: [],
  hasty: [spell(0, {}), spell(0, { until: null }), spell(3, { cause: other }), spell(4, { cause: null, until: null })],
  refused: [spell(0, { rule: 'on auth', value: null, most: null, cause: null, until: null, untilMs: null })],
});

const surroundings = { columns: 100, colour: false, written: [], next: [] };
const told = [
  'capacityErrorRate above 15 % for 10m',
  'raised 4 times in 3 of 5 replications, the first from 2026-03-02 00:10:00 to 2026-03-02 00:15:00, 31.2 % at most',
  '2 % before, 16 % now, in points: own retries 11, other tenants 3. Mostly own retries: retry less often, with longer waits between; own retries 2 times of 3',
];

test('the terminal tells who alarms, how often and when, what made it rise and what helps, and who does not', () => {
  const [part] = terminal
    .print(report, surroundings)
    .split('\n\n')
    .filter((paragraph) => paragraph.startsWith('Alarms'));
  expect(part?.replace(/\s+/g, ' ')).toBe(
    `Alarms hasty: ${told[0]}: ${told[1]} ${told[2]} refused: on auth: raised once in 1 of 5 replications, from 2026-03-02 00:10:00 to the end no alarm: calm`,
  );
});

test('Markdown tells the same', () => {
  const markdown = reportMarkdown(report);
  const part = markdown.slice(markdown.indexOf('## Alarms')).split('\n## ', 2)[0] ?? '';
  expect(part.trim().split('\n')).toEqual([
    '## Alarms',
    '',
    `- \`hasty\`: **${told[0]}**, ${told[1]}  `,
    `  ${told[2]}`,
    '- `refused`: **on auth**, raised once in 1 of 5 replications, from 2026-03-02 00:10:00 to the end',
    '- no alarm: `calm`',
  ]);
});

test('and so does the page', () => {
  const page = reportHtml(report);
  const section = page.slice(page.indexOf('<section id="alarms"')).split('</section>', 1)[0] ?? '';
  const text = section
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
  expect(text).toBe(
    `Alarms hasty ${told[0]} : ${told[1]} ${told[2]} refused on auth : raised once in 1 of 5 replications, from 2026-03-02 00:10:00 to the end No alarm: calm .`,
  );
});

test('a scenario without alarm: has no such part', () => {
  const none = reportOf({ strategies: [{ name: 'calm' }] });
  expect(terminal.print(none, surroundings) + reportMarkdown(none) + reportHtml(none)).not.toContain('Alarms');
});
