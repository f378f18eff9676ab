import { expect, test } from 'vitest';
import { learnPlanOf } from '../../harness/cli/learn-plan.ts';
import { cellsOf } from '../../harness/learn/cells.ts';
import { elapsedIn } from '../../harness/learn/elapsed.ts';
import { fitOf } from '../../harness/learn/fit.ts';
import { hourBook } from '../../harness/learn/hour-book.ts';
import { localClock } from '../../harness/learn/local-clock.ts';
import { namedColumn } from '../../harness/learn/reading/roles.ts';
import { runSpans } from '../../harness/learn/run-spans.ts';
import { formatWallTime } from '../../sim/curves/calendar.ts';
import { learnText, readAll } from './run-logs.ts';

const span = (name: string, from: number, to: number, attributes: Readonly<Record<string, unknown>>, status = {}) => ({
  name,
  startTimeUnixNano: `${from}000000000`,
  endTimeUnixNano: `${to}000000000`,
  attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
  status,
});

/** 2026-03-02T08:00 UTC. */
const eight = 1_772_438_400;

test('spans of generative AI: those that ask a model, by their model, with how they ended', async () => {
  const asks = { 'gen_ai.operation.name': { stringValue: 'chat' }, 'gen_ai.request.model': { stringValue: 'big' } };
  const spans = [
    span('chat big', eight, eight + 5, { ...asks, 'gen_ai.usage.output_tokens': { intValue: '100' } }),
    span('tool', eight, eight + 5, { 'gen_ai.operation.name': { stringValue: 'execute_tool' } }),
    span('chat big', eight + 6, eight + 7, { ...asks, 'error.type': { stringValue: '503' } }, { code: 2 }),
  ];
  const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  const { readings } = await readAll([text]);
  expect(readings).toMatchObject([{ format: 'otel', rows: 2, bad: 0, guesses: ['1 spans of other kinds passed over'] }]);
  expect(await learnText(text)).toMatchObject({ model: 'big', requests: 2, refused: { part: 1, whole: 2 }, from: '2026-03-02T08:00' });
});

test('a span that cannot be read is a bad row of its own, the others of its object are read', async () => {
  const asks = { 'gen_ai.operation.name': { stringValue: 'chat' }, 'gen_ai.request.model': { stringValue: 'big' } };
  const good = [0, 1, 2].map((i) => span('chat big', eight + i, eight + i + 1, asks));
  const bad = { ...span('chat big', eight, eight + 1, asks), startTimeUnixNano: 'never' };
  const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [good[0], bad, good[1], good[2]] }] }] });
  const { readings } = await readAll([text]);
  expect(readings).toMatchObject([{ rows: 4, bad: 1, problems: [{ file: 'log', message: expect.stringContaining('start of a span') }] }]);
  expect((await learnText(text)).requests).toBe(3);
});

test('spend logs of LiteLLM, as a list over many lines: what its cache answered is left out, an error’s code decides', async () => {
  const row = { startTime: '2026-03-02T08:00:00Z', endTime: '2026-03-02T08:00:05Z', model: 'x', model_group: 'big', status: 'success' };
  const error = JSON.stringify({ error_information: { error_code: '429', error_class: 'RateLimitError', error_message: '' } });
  const text = JSON.stringify([row, { ...row, cache_hit: 'True' }, { ...row, status: 'failure', metadata: error }], undefined, 1);
  const { readings } = await readAll([text]);
  expect(readings).toMatchObject([{ format: 'litellm', rows: 3, bad: 0 }]);
  expect(await learnText(text)).toMatchObject({ model: 'big', requests: 2, refused: { part: 1, whole: 2 }, rateLimited: 1 });
});

test('a bad row is named with its line, the others are read; times keep their kind', async () => {
  const { readings } = await readAll(['ts,code\n2026-03-02T08:00:00Z,200\nnever,200\n2026-03-02T08:00:01Z,529\n']);
  expect(readings).toMatchObject([{ format: 'csv', rows: 3, bad: 1, problems: [{ line: 3 }] }]);
});

test('429 is a limit, unless the user or the error says that no slot was free', async () => {
  const text = 'time,status,error\n2026-03-02T08:00:00Z,429,\n2026-03-02T08:00:01Z,429,Selected model is at capacity\n';
  expect((await learnText(text)).rateLimited).toBe(1);
  expect((await learnText(text, {}, { capacity: new Set([429]) })).rateLimited).toBe(0);
});

test('hours are those of the zone, across a change of its clocks', async () => {
  // 01:59 and 03:00 in Berlin, one minute apart.
  const learnt = await learnText('time,status\n2026-03-29T00:59:00Z,200\n2026-03-29T01:00:00Z,200\n', {}, {}, 'Europe/Berlin');
  expect(learnt.hours.flatMap(({ arrivals, hour }) => (arrivals.count > 0 ? [hour] : []))).toEqual([1, 3]);
});

test('a log without calls has none', async () => {
  expect((await readAll(['', 'ts,code\n'])).byStrategy.size).toBe(0);
});

test('a table of counts, newest first, has the rates of the same table oldest first', async () => {
  const rows = [8, 9, 10].map((hour) => `2026-03-02T${String(hour).padStart(2, '0')}:00:00Z,60`);
  const [up, down] = [rows, rows.toReversed()].map((all) => learnText(['time,count', ...all, ''].join('\n')));
  const hours = (await down)?.hours;
  expect(hours).toEqual((await up)?.hours);
  // 60 calls in each hour, the last one as long as the others.
  expect(hours?.slice(8, 11).map(({ arrivals }) => arrivals.perHour)).toEqual([60, 60, 60]);
});

test('a table of counts an hour: calls vary between its hours, nothing is known of pieces of them', async () => {
  const rows = [8, 9, 10].map((hour) => `2026-03-02T${String(hour).padStart(2, '0')}:00:00Z,60`);
  const { hours } = await learnText(['time,count', ...rows, ''].join('\n'));
  // One hour of 60 independent calls: √60.
  for (const { arrivals } of hours.slice(8, 11)) expect(arrivals.error).toBeCloseTo(Math.sqrt(60), 9);
});

test.each([
  // Nobody's clock shows 02:00 to 03:00 on this day: one day has that hour.
  ['spring', '2026-03-27T23:00Z', 47, { count: 60, days: 1 }],
  // It is shown twice on this day: two days have three such hours.
  ['autumn', '2026-10-23T22:00Z', 49, { count: 180, days: 2 }],
] as const)('a call a minute is sixty an hour in each hour, whatever is done to clocks in %s', async (_, from, hours, second) => {
  const begun = Date.parse(from);
  const rows = Array.from({ length: hours * 60 }, (_unused, minute) => `${new Date(begun + minute * 60_000).toISOString()},200`);
  const learnt = await learnText(['time,status', ...rows].join('\n'), { elapsed: elapsedIn('Europe/Berlin') }, {}, 'Europe/Berlin');
  expect([learnt.from.slice(11), learnt.to.slice(11), learnt.days]).toEqual(['00:00', '23:59', 2]);
  // Up to the last call, a minute before midnight.
  for (const { arrivals, hour } of learnt.hours) expect(arrivals.perHour).toBeCloseTo(hour === 23 ? 120 / (119 / 60) : 60, 2);
  expect(learnt.hours[2]).toMatchObject({ days: second.days, arrivals: { count: second.count } });
});

test('a run ends after its length, also where clocks change in it', () => {
  // From 02:00 on Berlin's clocks are an hour ahead, from 03:00 on back: 24 h from midnight end at 01:00, or at 23:00.
  const ends = (day: string) => [...runSpans(new Set([0]), localClock('Europe/Berlin', `${day}T00:00`), 86_400_000).values()].flat();
  expect(ends('2026-03-29').map(formatWallTime)).toEqual(['2026-03-29T00:00', '2026-03-30T01:00']);
  expect(ends('2026-10-25').map(formatWallTime)).toEqual(['2026-10-25T00:00', '2026-10-25T23:00']);
});

test('calls of held-out days are judged on what the table of calls shows', () => {
  const cells = (perDay: (day: number) => number) => {
    const book = hourBook();
    const days = [0, 1, 2, 3];
    for (const day of days) book.add(0, day * 86_400_000, { first: true, end: 'ok', count: perDay(day), servedMs: 0 });
    return cellsOf(book.hours(), { spans: new Map([[0, [0, 4 * 86_400_000] as const]]) });
  };
  // Three days with one request each, then one with two: said 1, came 2. Each day has one attempt.
  const fit = fitOf({ attempts: cells(() => 1), arrivals: cells((day) => (day === 3 ? 2 : 1)) });
  expect(fit?.arrivals.error).toBeCloseTo(1 / 2, 9);
  expect(fit?.refused).toMatchObject({ came: 0 });
});

test.each(['constructor', 'toString'])('%s is no format and no unit', (word) => {
  expect(() => learnPlanOf(['calls.csv'], { format: word })).toThrow(/--format expected one of .*csv/);
  expect(namedColumn(`took:${word}`)).toEqual({ name: `took:${word}`, unit: undefined });
});

test.each(['None', 'null', '-', 'N/A', 'nil', 'NaN', '{}'])('an error of %j is none', async (none) => {
  const text = `time,status,error\n2026-03-02T08:00:00Z,200,${none}\n2026-03-02T08:00:01Z,503,${none}\n`;
  expect((await learnText(text)).refused).toMatchObject({ part: 1, whole: 2 });
  const { byStrategy } = await readAll([text]);
  expect(byStrategy.get('')?.models.get('')?.ends).toEqual({ ok: 1, capacity: 1, rate_limited: 0, failed: 0, unknown: 0 });
  // A status of the same kind says nothing either.
  const bare = await readAll([`time,status,error\n2026-03-02T08:00:00Z,${none},${none}\n`]);
  expect(bare.byStrategy.get('')?.models.get('')?.ends.unknown).toBe(1);
});
