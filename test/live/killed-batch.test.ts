import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Simulation } from '../../harness/run/simulation.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import type { Summary } from '../../reports/result/summary.ts';
import { atCapacity, folderWith, readJson, start } from '../cli/at-capacity.ts';

const jobs = 14;
const workers = 3;

const scenario = `
name: nightly
time: { length: 2h }
provider: { models: { big: { slots: 8, service: 100ms } } }
workload:
  stream: false
  arrivals: { batch: { jobs: ${jobs}, workers: ${workers} } }
  sizes: { input: 10, output: { p50: 20, p99: 100 } }
strategies:
  - { name: kept, checkpoint: { every: 5 } }
`;

/** Somebody's server, which answers as the mark of a request says and counts for whom; `arrived` hears of each request first. */
async function loopback(arrived: (asked: number) => void = () => {}) {
  const answers = new Map<number, number>();
  let asked = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const [job = -1, , tokens = 0] = String(request.headers['x-at-capacity-request']).split('/').map(Number);
    request.resume();
    request.on('end', () => {
      asked += 1;
      arrived(asked);
      const body = {
        model: 'big',
        choices: [{ message: { content: 'Yes.' }, finish_reason: 'stop' }],
        usage: { completion_tokens: tokens },
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      answers.set(job, (answers.get(job) ?? 0) + 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { answers, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

interface KeptLine {
  readonly is: string;
  readonly job: number;
  readonly tokens: number;
}

function linesOf(file: string): readonly KeptLine[] {
  const text = readFileSync(file, 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as KeptLine);
}

/** Each job's tokens, in the order of the jobs. */
const resultsIn = (file: string) =>
  linesOf(file)
    .filter(({ is }) => is === 'done')
    .toSorted((a, b) => a.job - b.job)
    .map(({ job, tokens }) => [job, tokens]);

const summaryIn = (folder: string) => readJson(folder, 'out', 'summary.json') as Summary;

/** The same of a run in virtual time that nobody kills. */
async function undisturbed() {
  const { scenario: one } = await loadScenario({ text: scenario });
  const run = new Simulation({ scenario: one, strategyIndex: 0, replication: 0, raw: false }, new Map());
  while (!run.advance(1000));
  const lines = run.generator.batch?.store.text().trim().split('\n') ?? [];
  return lines.map((line) => Object.values(JSON.parse(line) as object));
}

describe('a batch in real time whose process is killed', () => {
  it('goes on with the same command: nothing is lost, and nothing that was written down is asked again', async () => {
    const cwd = folderWith({ 'nightly.yaml': scenario });
    const file = join(cwd, 'out', 'checkpoint.jsonl');
    let kill: { readonly at: number; readonly now: () => void } | undefined;
    const { url, answers } = await loopback((asked) => {
      if (asked === kill?.at) kill.now();
    });
    const args = ['run', 'nightly.yaml', '--live', '--time-scale', '100', '--out', 'out', '--target', url, '--serve-port', '0'];
    // Counted over all processes: within the first chunk, at its end, and in the last one.
    for (const at of [2, 6, 13]) {
      const running = start(args, { cwd });
      kill = { at, now: () => running.child.kill('SIGKILL') };
      expect((await running.finished).code).toBeNull();
      expect(existsSync(join(cwd, 'out', 'result.json'))).toBe(false);
      const done = resultsIn(file).map(([job]) => job);
      expect(new Set(done).size).toBe(done.length);
      kill = undefined;
    }
    const before = new Map(answers);
    const done = new Set(resultsIn(file).map(([job]) => job));
    const { code, stderr } = await atCapacity(args, { cwd });
    expect([code, stderr]).toEqual([0, expect.stringContaining(`${done.size} of ${jobs} jobs are done`)]);
    const tokens = resultsIn(file);
    expect(tokens.map(([job]) => job)).toEqual(Array.from({ length: jobs }, (_, job) => job));
    expect(tokens).toEqual(await undisturbed());
    // Three times as many as were under way at once, at most.
    expect([...answers.values()].reduce((sum, count) => sum + count, 0) - jobs).toBeLessThanOrEqual(3 * workers);
    for (const job of done) expect(answers.get(job ?? -1)).toBe(before.get(job ?? -1));
    const { warnings, strategies } = summaryIn(cwd);
    expect(strategies[0]?.requests.ok).toBe(jobs - done.size);
    expect(warnings.join('\n')).toMatch(new RegExp(`kept: goes on where an earlier process ended: ${done.size} of ${jobs} jobs were done`));
  });
});
