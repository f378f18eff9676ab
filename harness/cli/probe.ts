import type { Command } from 'commander';
import { wrap } from '../../reports/formats/terminal/width.ts';
import { writeFiles } from '../../reports/formats/write.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { firstModel } from '../probe/first-model.ts';
import { type ProbeResult, probe } from '../probe/probe.ts';
import { exitCodes } from './exit.ts';
import { listenForInterrupt } from './interrupt.ts';
import { checkOutputFolder } from './output-folder.ts';
import { announcement, consent } from './probe-consent.ts';
import { type ProbeFlags, type ProbePlan, probePlan } from './probe-plan.ts';
import { probeCsv, probeFiles, probeJson, probeText, progressText } from './probe-report.ts';
import { headline } from './probe-words.ts';
import { type Progress, progressOn } from './progress.ts';
import { repeated } from './repeated.ts';
import { colourOn, columnsOf } from './surroundings.ts';

const examples = `
Real requests to a real server, more and more at once: asks before it loads
anything that is not this machine. The key is that of OPENAI_API_KEY, unless
--header gives one. An address that ends in /v1 gets /chat/completions.

Examples:
  at-capacity probe http://localhost:4010/v1 --step 5s
  at-capacity probe https://api.example.com/v1 --model small --max-requests 300
  at-capacity probe http://localhost:8000/v1 --model llama --max 32 --json`;

export function configure(command: Command): void {
  command
    .option('--model <name>', 'the model to ask (default: the first that a server on this machine lists; else none is named)')
    .option('--prompt <text>', 'what to ask (default: to count from 1 to 50)')
    .option('--max-tokens <n>', 'how long an answer may get (default: 100)')
    .option('--stream', 'ask for streamed answers')
    .option('--body <file>', 'send this JSON instead, for servers that want another')
    .option('--header <line>', '"Name: value" to send along, as often as you like', repeated, [])
    .option('--from <n>', 'how many at once in the first step', '3')
    .option('--max <n>', 'how many at once in the last step', '64')
    .option('--step <duration>', 'for how long each step sends requests', '10s')
    .option('--max-requests <n>', 'so many requests in all', '1000')
    .option('--max-time <duration>', 'no step that would last longer', '10m')
    .option('--timeout <duration>', 'give an answer up after', '60s')
    .option('--pause <duration>', 'wait after a refusal', '1s')
    .option('--balance <share>', 'share of refusals that is still balance', '0.01')
    .option('--yes', 'load what is not on this machine without asking')
    .option('--json', 'the answer for programs')
    .option('--out <dir>', 'also write probe.json and probe.csv into this folder')
    .option('--quiet', 'no progress, and of the answer the first sentence')
    .addHelpText('after', examples)
    .action(async (url: string, flags: ProbeFlags) => {
      const progress = progressOn(process.stderr, flags.quiet === true);
      const interrupt = listenForInterrupt((text) => progress.tell(text));
      try {
        process.exitCode = await measure(probePlan(url, flags, process.env), progress, interrupt.signal);
      } finally {
        progress.end();
        interrupt.release();
      }
    });
}

async function measure(planned: ProbePlan, progress: Progress, signal: AbortSignal): Promise<number> {
  const plan = await withModel(planned, signal);
  if (plan.out !== undefined) await checkOutputFolder(plan.out, probeFiles);
  if (!plan.quiet || !plan.target.loopback)
    for (const line of announcement(plan).flatMap((text) => wrap(text, columnsOf(process.stderr)))) progress.tell(line);
  if (!(await consent(plan, progress.tell, signal))) {
    progress.tell('Nothing was sent.');
    return exitCodes.interrupted;
  }
  const { headers, body, anyJson } = plan.message;
  const message = { url: plan.target.url, headers, body, anyJson };
  const result = await probe({ ...plan.options, message, signal, onProgress: (state) => progress.line(progressText(state)) });
  progress.end();
  // First, as a folder that cannot be written must not cost what was measured.
  process.stdout.write(printed(result, plan));
  if (plan.out !== undefined) await write(result, plan, plan.out);
  if (result.ended === 'interrupted') return exitCodes.interrupted;
  return result.judgement === undefined ? exitCodes.cannotDecide : exitCodes.done;
}

/** On this machine, where no model is named, with the first that the server lists. */
async function withModel(plan: ProbePlan, signal: AbortSignal): Promise<ProbePlan> {
  const { target, message } = plan;
  if (!message.takesModel || !target.loopback) return plan;
  const model = await firstModel(target.url, message.headers, signal);
  if (model === undefined) return plan;
  const body = JSON.stringify({ model, ...JSON.parse(message.body) });
  return { ...plan, message: { ...message, model, body, asks: `${message.asks} of ${model}, the first model that it lists` } };
}

function printed(result: ProbeResult, plan: ProbePlan): string {
  if (plan.json) return probeJson(result, plan);
  if (plan.quiet) return `${visible(headline(result, plan))}\n`;
  return probeText(result, plan, { columns: columnsOf(process.stdout), colour: colourOn(process.stdout) });
}

async function write(result: ProbeResult, plan: ProbePlan, folder: string): Promise<void> {
  const contents = [probeJson(result, plan), probeCsv(result)];
  const files = probeFiles.map(({ name }, i) => ({ name, content: contents[i] ?? '' }));
  await writeFiles(folder, files, { known: probeFiles });
}
