import { describe, expect, test } from 'vitest';
import { usualMeasures } from '../../../reports/result/check/tolerance.ts';
import { gateOf, runsAround, said, stored } from './stored.ts';

type Json = ReturnType<typeof JSON.parse>;

const strategies = { naive: runsAround(40), limited: runsAround(10) };
const slo = { goodShare: 0.5 };
const now = () => stored(strategies, { slo });
/** The baseline after somebody has been at it. */
function spoilt(spoil: (baseline: Json) => void): Json {
  const baseline: Json = stored(strategies, { slo });
  spoil(baseline);
  // A file can hold 1e400, which is read as a number without end.
  const text = JSON.stringify(baseline, (_, value) => (value === Number.POSITIVE_INFINITY ? 'endless' : value));
  return JSON.parse(text.replaceAll('"endless"', '1e400'));
}

test('untouched it passes', () =>
  expect(
    gateOf(
      now(),
      spoilt(() => undefined),
    ).outcome,
  ).toBe('passed'));

/** Where in a replication the figure of a measure comes from. */
const places: Readonly<Record<string, readonly string[]>> = {
  errorRate: ['requests', 'failed'],
  goodputPerSecond: ['goodCompletions'],
  'latency.p95': ['samples', 'latencyWithFailures', 'p95'],
  amplification: ['attempts', 'sent'],
  costUsd: ['costUsd'],
  goodShare: ['requests', 'good'],
};
const ways: Readonly<Record<string, (holder: Json, key: string) => void>> = {
  absent: (holder, key) => delete holder[key],
  renamed: (holder, key) => {
    holder[`${key}s`] = holder[key];
    delete holder[key];
  },
  null: (holder, key) => {
    holder[key] = null;
  },
  text: (holder, key) => {
    holder[key] = String(holder[key]);
  },
  empty: (holder, key) => {
    holder[key] = {};
  },
  'below 0': (holder, key) => {
    holder[key] = -1;
  },
  'without end': (holder, key) => {
    holder[key] = Number.POSITIVE_INFINITY;
  },
};

test('every measure that is compared has a place here', () => expect(Object.keys(places)).toEqual([...usualMeasures, 'goodShare']));

describe.each(Object.entries(places))('%s', (measure, path) => {
  test.each(Object.entries(ways))('%s in one replication of one strategy fails the gate with its name', (_, spoil) => {
    const report = gateOf(
      now(),
      spoilt(({ strategies: [, limited] }) => {
        const holder = path.slice(0, -1).reduce((here, key) => here[key], limited.replications[3]);
        spoil(holder, path.at(-1) ?? '');
      }),
    );
    expect(report.exitCode).toBe(4);
    expect(said(report)).toMatch(new RegExp(`^limited ${measure.replace('.', '\\.')} .* in replication 3 of the baseline$`, 'm'));
  });

  test('absent in this run', () => {
    const current: Json = now();
    const holder = path.slice(0, -1).reduce((here, key) => here[key], current.strategies[1].replications[3]);
    delete holder[path.at(-1) ?? ''];
    const report = gateOf(
      current,
      spoilt(() => undefined),
    );
    expect(report.exitCode).not.toBe(0);
  });
});

/** Puts a value at a path, or takes away what is there. */
function put(path: string, value: unknown): (baseline: Json) => void {
  return (baseline) => {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const holder = keys.reduce((here, key) => here[key], baseline);
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  };
}
const gone = (path: string) => put(path, undefined);
/** The same in every replication of the second strategy. */
const everywhere = (path: string, value: unknown) => (baseline: Json) => {
  for (const replication of baseline.strategies[1].replications) put(path, value)(replication);
};
const lists = (change: (strategies: Json[], replications: Json[]) => void) => (baseline: Json) =>
  change(baseline.strategies, baseline.strategies[1].replications);
const second = 'strategies.1';
const third = `${second}.replications.2`;

describe('the rest of a stored result', () => {
  const rows: readonly (readonly [string, (baseline: Json) => void, string])[] = [
    ['another version of the file', put('schemaVersion', 2), 'schemaVersion is 2; this version reads 1'],
    ['no version of the file', gone('schemaVersion'), 'schemaVersion is absent'],
    ['another tool', put('tool.name', 'k6'), 'tool.name'],
    ['no version of the program', gone('tool.version'), 'tool.version'],
    ['an interrupted run', put('incomplete', true), 'is partial'],
    ['not said whether interrupted', gone('incomplete'), 'incomplete is absent'],
    ['no scenario', gone('scenario'), 'scenario is absent'],
    ['no name', put('scenario.name', ''), 'scenario.name is empty'],
    ['no hash', gone('scenario.hash'), 'scenario.hash is absent'],
    ['seed null', put('scenario.seed', null), 'scenario.seed is null'],
    ['seed as text', put('scenario.seed', '1'), 'scenario.seed is no number'],
    ['a seed without end', put('scenario.seed', Number.POSITIVE_INFINITY), 'scenario.seed is not a finite number'],
    ['no replication said', put('scenario.replications', 0), 'scenario.replications is no whole number above 0'],
    ['half a replication', put('scenario.replications', 9.5), 'scenario.replications is no whole number above 0'],
    ['more replications than there are numbers', put('scenario.replications', 1e308), 'holds 10 of 1e+308 replications, without number 10'],
    ['offered below 0 in one', put(`${third}.requests.offered`, -1), 'requests.offered of the baseline is absent or no count'],
    [
      'offered without end in one',
      put(`${third}.requests.offered`, Number.POSITIVE_INFINITY),
      'requests.offered of the baseline is absent',
    ],
    ['no workload', gone('scenario.resolved.workload'), 'scenario.resolved.workload is absent'],
    ['a run in real time', put('scenario.mode', 'live'), 'real time'],
    ['a quick run', put('scenario.quick', true), '--quick'],
    ['no strategies', put('strategies', []), 'strategies is absent or empty'],
    ['a strategy without a name', gone('strategies.0.name'), 'strategies.0.name is absent'],
    ['a strategy twice', put(`${second}.name`, 'naive'), 'naive: stands twice'],
    ['a strategy without settings', gone(`${second}.config`), 'limited: config is absent'],
    ['not said whether it failed', gone(`${second}.failure`), 'limited: failure is absent'],
    [
      'a strategy that broke',
      put(`${second}.failure`, { code: 'livelock', message: 'for ever' }),
      'limited: ended in an error (livelock: for ever)',
    ],
    ['no replications', gone(`${second}.replications`), 'limited: replications are absent'],
    ['no replication', put(`${second}.replications`, []), 'limited: holds 0 of 10 replications'],
    ['a replication lost', lists((_, runs) => runs.splice(4, 1)), 'limited: holds 9 of 10 replications, without number 4'],
    ['a replication without its number', gone(`${third}.replication`), 'without number 2'],
    ['a replication that is null', put(third, null), 'without number 2'],
    ['a replication too many', lists((_, runs) => runs.push(runs[0])), 'holds 11 replications'],
    ['a strategy gone from it', lists((all) => all.splice(1, 1)), 'limited  is not in the baseline'],
    [
      'a strategy renamed and changed',
      lists(([, one]) => Object.assign(one, { name: 'other', config: {} })),
      'limited  is not in the baseline',
    ],
    ['nothing offered', everywhere('requests.offered', 0), 'limited  no request was offered in the baseline'],
    ['offered not said', everywhere('requests.offered', undefined), 'limited  requests.offered of the baseline is absent'],
    ['no requests at all', everywhere('requests', undefined), 'limited errorRate errorRate cannot be read in replication 0'],
    ['no samples', everywhere('samples', undefined), 'limited latency.p95 latency.p95 cannot be read in replication 0'],
    ['a sample column gone', everywhere('samples.latencyWithFailures', undefined), 'latency.p95 is absent in replication 0'],
    ['a sample column emptied in one', put(`${third}.samples.latencyWithFailures`, null), 'latency.p95 has no samples in replication 2'],
    ['percentiles of no samples', put(`${third}.samples.latencyWithFailures.count`, 0), 'latency.p95 counts no samples'],
    ['more good than requests', put(`${third}.requests.good`, 5000), 'goodShare is more than the whole in replication 2'],
    [
      'another scenario',
      (baseline) => {
        put('scenario.name', 'other')(baseline);
        put('scenario.resolved.provider', { slots: 9 })(baseline);
      },
      'another scenario, other',
    ],
  ];
  test.each(rows)('%s', (_, spoil, name) => {
    const report = gateOf(now(), spoilt(spoil));
    expect(report.outcome).toBe('cannot decide');
    expect(report.exitCode).toBe(4);
    expect(said(report)).toContain(name);
  });

  test.each([
    ['null', null],
    ['a list', []],
    ['a number', 3],
    ['nothing', {}],
  ])('%s instead of a result', (_, value) => expect(gateOf(now(), value).exitCode).toBe(4));

  test('a strategy gone from the scenario, unless only some were wanted', () => {
    const current = stored({ naive: strategies.naive }, { slo });
    const baseline = spoilt(() => undefined);
    expect(said(gateOf(current, baseline))).toContain('limited  is in the baseline and not in the scenario any more');
    expect(gateOf(current, baseline).exitCode).toBe(4);
    expect(gateOf(current, baseline, {}, { some: true }).exitCode).toBe(0);
  });

  test('a run that was interrupted, or whose strategy ended in an error', () => {
    const current: Json = now();
    expect(
      gateOf(
        { ...current, incomplete: true },
        spoilt(() => undefined),
      ).exitCode,
    ).toBe(4);
    current.strategies[1].failure = { code: 'stalled', message: 'waits' };
    const report = gateOf(
      current,
      spoilt(() => undefined),
    );
    expect(report.exitCode).toBe(3);
    expect(said(report)).toContain('limited  ended in an error (stalled): waits');
  });

  test('a measure somebody asked for that neither side has; one that nobody asked for does not apply', () => {
    const tolerances = new Map([['spells.p95', { relative: 0.1, absolute: 0 }]]);
    expect(
      said(
        gateOf(
          now(),
          spoilt(() => undefined),
          { tolerances },
        ),
      ),
    ).toContain('naive spells.p95 spells.p95 has no samples of the baseline');
    const empty = stored({ naive: strategies.naive.map((run) => ({ ...run, attempts: 1000 })) });
    expect(gateOf(empty, empty).exitCode).toBe(0);
  });
});
