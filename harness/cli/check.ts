import type { Command } from 'commander';
import { inert } from '../../reports/formats/check/inert.ts';
import { checkFormats } from '../../reports/formats/check/registry.ts';
import { measureSentence } from '../../reports/formats/check/words.ts';
import { type CheckRules, judge } from '../../reports/result/check/judge.ts';
import { packageVersion } from '../../sim/kernel/package-root.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { type Checked, runRounds } from '../check/rounds.ts';
import { worseAtAll } from '../check/worse-at-all.ts';
import { openEntries, type PlacedEntry } from './check-entries.ts';
import { tryFiles, writeBaselines, writeReports } from './check-files.ts';
import { type CheckFlags, type CheckPlan, checkPlanOf } from './check-plan.ts';
import { exitCodes } from './exit.ts';
import { listenForInterrupt } from './interrupt.ts';
import { type Progress, progressOn } from './progress.ts';
import { repeated } from './repeated.ts';
import { colourOn, columnsOf } from './surroundings.ts';

/** Chance that a gate in which nothing is worse than its tolerance fails by luck, over everything in it. */
const level = 0.01;

const examples = `
Exit codes: 0 passed · 2 wrong use · 3 worse than the baseline, or an SLO
missed · 4 cannot decide: a figure, a strategy or the baseline is missing, or
a verdict is open · 130 interrupted

Examples:
  at-capacity check gate.yaml --baseline baseline --update
  at-capacity check gate.yaml --baseline baseline
  at-capacity check scenarios/*.yaml --baseline baseline --junit check.xml
  at-capacity check gate.yaml --baseline base --tolerance goodputPerSecond=5%`;

export function configure(command: Command): void {
  command
    .option('--baseline <path>', 'hold figures against the baselines in this folder, or against this file')
    .option('--update', 'write the baseline, when this run passes')
    .option('--accept', 'with --update: also when figures are worse or strategies differ, as long as every SLO is met')
    .option('--tolerance <measure=most>', 'how far a measure may worsen: errorRate=0.5points, latency.p95=10%', repeated, [])
    .option('--strict', 'exit with 4 also when a figure looks well, and the replications do not rule out that it is worse')
    .option('--only <name>', 'check this strategy alone, as often as you like', repeated, [])
    .option('--set <key=value>', 'another value for one key of every scenario', repeated, [])
    .option('--requests <n>', 'stop after so many requests: 5000, 50k')
    .option('--seed <n>', 'other luck than the scenario says; the comparison is then unpaired')
    .option('--replications <n>', 'replications at first (default: 10)')
    .option('--most <n>', 'replications where the first do not decide, and of a baseline (default: 40)')
    .option('--workers <n>', 'worker threads; 0 runs in one (default: one a processor)')
    .option('--json', 'print everything that was found as JSON')
    .option('--junit <file>', 'also write JUnit XML')
    .option('--markdown <file>', 'also write a page for a comment on a pull request')
    .option('--step-summary <file>', 'also add that page to the end of a file (default: GITHUB_STEP_SUMMARY)')
    .option('--annotations', "annotate for GitHub's runner on stderr (default: when GITHUB_ACTIONS is true)")
    .option('--quiet', 'no progress')
    .addHelpText('after', examples)
    .action(async (files: readonly string[], flags: CheckFlags) => {
      process.exitCode = await check(checkPlanOf(files, flags, process.env));
    });
}

async function check(plan: CheckPlan): Promise<number> {
  const progress = progressOn(process.stderr, plan.quiet);
  const interrupt = listenForInterrupt((text) => progress.tell(text));
  try {
    const entries = await openEntries(plan, progress, interrupt);
    await tryFiles(plan, entries);
    const rules = { tolerances: plan.tolerances, level, strict: plan.strict, version: packageVersion() };
    const checked = await runRounds(entries, rules);
    progress.end();
    print(plan, checked);
    await writeReports(checked.report, plan);
    if (interrupt.signal.aborted) return exitCodes.interrupted;
    return plan.update ? await update(plan, entries, checked, rules, progress) : checked.report.exitCode;
  } finally {
    progress.end();
    interrupt.release();
  }
}

function print({ json, annotations }: CheckPlan, { report }: Checked): void {
  const surroundings = { columns: columnsOf(process.stdout), colour: colourOn(process.stdout) };
  if (json) process.stdout.write(checkFormats.json.print(report, surroundings));
  else {
    const text = checkFormats.terminal.print(report, surroundings);
    process.stdout.write(annotations ? inert(text) : text);
  }
}

/** Writes the baselines, unless that would take in something that is worse; says what was done. */
async function update(
  { accept }: CheckPlan,
  entries: readonly PlacedEntry[],
  { report, results }: Checked,
  rules: CheckRules,
  progress: Progress,
): Promise<number> {
  const alone = entries.map(({ file, some }, i) => ({
    file,
    some,
    current: results[i] as (typeof results)[number],
    baseline: null,
    baselinePath: null,
    faults: [],
  }));
  const judged = accept ? judge(alone, rules) : report;
  if (judged.outcome !== 'passed') {
    const hint = accept ? '' : '; with --accept it is taken as it is, as long as every SLO is met';
    progress.tell(`The baseline was not written: this run did not pass${hint}.`);
    return judged.exitCode;
  }
  const worse = accept ? [] : [...worseAtAll(report), ...suspicious(report)];
  if (worse.length > 0) {
    for (const each of worse) progress.tell(visible(`${each.strategy}: ${measureSentence(each)}`));
    progress.tell('The baseline was not written: it would take in what is above; with --accept it does.');
    return exitCodes.gateFailed;
  }
  for (const path of await writeBaselines(entries, results)) progress.tell(`Baseline written: ${visible(path)}`);
  return exitCodes.done;
}

function suspicious({ scenarios }: Checked['report']) {
  return scenarios.flatMap(({ measures }) => measures.filter((measure) => measure.suspicious));
}
