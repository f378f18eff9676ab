import { visible } from '../../../sim/kernel/visible.ts';
import type { ScenarioCheck } from '../../result/check/check-report.ts';
import type { CheckFormat } from './check-format.ts';
import { decisiveOpen, measureSentence, sloSentence } from './words.ts';

/** Text of an XML attribute or element; characters that XML 1.0 has no place for are written out. */
function xml(text: string): string {
  return visible(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/'/g, '&apos;');
}

interface Case {
  readonly strategy: string;
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'unknown' | 'skipped';
  readonly message: string;
}

function casesOf(scenario: ScenarioCheck): readonly Case[] {
  const { findings, measures, slo } = scenario;
  const decisive = decisiveOpen(scenario);
  const states = { met: 'passed', missed: 'failed', undecided: 'unknown', 'not measured': 'unknown' } as const;
  const compared = {
    identical: 'passed',
    within: 'passed',
    better: 'passed',
    open: 'passed',
    undecided: 'unknown',
    worse: 'failed',
    'n/a': 'skipped',
  } as const;
  return [
    ...findings
      .filter(({ kind }) => kind !== 'note')
      .map(({ kind, strategy, measure, message }) => ({
        strategy: strategy ?? 'scenario',
        name: measure ?? 'can be compared',
        state: kind === 'failed' ? ('failed' as const) : ('unknown' as const),
        message,
      })),
    ...slo.map((check) => ({
      strategy: check.strategy,
      name: `slo: ${check.measure}`,
      state: states[check.verdict],
      message: sloSentence(check),
    })),
    ...measures.map((check) => ({
      strategy: check.strategy,
      name: check.measure,
      state: decisive.includes(check) ? ('unknown' as const) : compared[check.verdict],
      message: measureSentence(check),
    })),
  ];
}

function element({ strategy, name, state, message }: Case, suite: string): string {
  const head = `    <testcase classname="${xml(`${suite}.${strategy}`)}" name="${xml(name)}"`;
  if (state === 'failed') return `${head}>\n      <failure message="${xml(message)}"/>\n    </testcase>`;
  if (state === 'unknown') return `${head}>\n      <error message="${xml(message)}"/>\n    </testcase>`;
  if (state === 'skipped') return `${head}>\n      <skipped message="${xml(message)}"/>\n    </testcase>`;
  return `${head}>\n      <system-out>${xml(message)}</system-out>\n    </testcase>`;
}

function counts(cases: readonly Case[]): string {
  const of = (state: Case['state']) => cases.filter((each) => each.state === state).length;
  return `tests="${cases.length}" failures="${of('failed')}" errors="${of('unknown')}" skipped="${of('skipped')}"`;
}

/** A suite that holds no case would be read as passed. */
function orNothing(scenario: ScenarioCheck): readonly Case[] {
  const cases = casesOf(scenario);
  const state = scenario.outcome === 'passed' ? 'passed' : 'unknown';
  return cases.length > 0 ? cases : [{ strategy: 'scenario', name: 'anything measured', state, message: 'there was nothing to check' }];
}

/** JUnit's XML, as GitLab, Jenkins and others show it: a case for each strategy and measure. */
export const junit: CheckFormat = {
  name: 'junit',
  summary: 'JUnit XML: a case for each strategy and measure',
  print({ scenarios }) {
    const suites = scenarios.map((scenario) => ({ name: scenario.name, cases: orNothing(scenario), outcome: scenario.outcome }));
    const all = suites.flatMap(({ cases }) => cases);
    const bodies = suites.map(
      ({ name, cases }) =>
        `  <testsuite name="${xml(name)}" ${counts(cases)}>\n${cases.map((each) => element(each, name)).join('\n')}\n  </testsuite>`,
    );
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="at-capacity check" ${counts(all)}>\n${bodies.join('\n')}\n</testsuites>\n`;
  },
};
