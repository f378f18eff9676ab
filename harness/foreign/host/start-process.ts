import { spawn } from 'node:child_process';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { foreignEnvironment, permissionFlags } from './environment.ts';
import { type Failure, failureOf, type Happened } from './failure.ts';
import type { FromProcess, Note, StartJob } from './job.ts';

export interface HostedOutcome {
  readonly result?: unknown;
  readonly failed?: Failure;
  /** The first bytes of what the code wrote, and how much more there was. */
  readonly output: string;
}

/** A process that runs jobs, one at a time, until one of them fails. */
export interface HostedProcess {
  run(start: StartJob, tell: (share: number) => void): Promise<HostedOutcome>;
  /** Ends it at once; resolves when nothing of it is left. A job that runs has failed by then. */
  end(): Promise<void>;
}

/** So long a blocked process has to find out where, ms. */
const locatingMs = 10_000;
/** Of what the process itself writes, when it crashes, in characters. */
const keptText = 16_384;

export function startProcess(pass: readonly string[], set: Readonly<Record<string, string>>): HostedProcess {
  // A process starts from the built file: not every supported Node runs TypeScript.
  const entry = packagePath('dist', 'harness', 'foreign', 'host', 'process.js');
  const child = spawn(process.execPath, [...permissionFlags(), entry], {
    env: foreignEnvironment(pass, set),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const texts = [child.stdout, child.stderr, child.stdio[3] as NodeJS.ReadableStream].map(lastOf);
  const closed = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
    // A process that never started closes nothing.
    child.on('error', () => child.pid ?? resolve({ code: null, signal: null }));
  });
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  return {
    async run(start, tell) {
      const last = await answerOf(child, start, tell, closed, kill);
      if (last.kind === 'done') return { result: last.result, output: last.output };
      const { code, signal } = await closed;
      const [, stderr = '', notes = ''] = texts.map((text) => text());
      const crash = crashOf(stderr, start, code, signal);
      // A process that runs out of memory may be found slow first.
      const said = last.kind === 'ended' || (last.kind === 'blocked' && crash.kind === 'memory') ? crash : last.happened;
      return { failed: failureOf(withNote(said, notes)), output: last.kind === 'failed' ? last.output : '' };
    },
    async end() {
      kill();
      await closed;
    },
  };
}

type Last = Exclude<FromProcess, { kind: 'share' }> | { readonly kind: 'ended' };

/** The last word about a job: its result, its failure, or nothing. Whatever is no result ends the process. */
function answerOf(
  child: ReturnType<typeof spawn>,
  start: StartJob,
  tell: (share: number) => void,
  closed: Promise<unknown>,
  kill: () => void,
): Promise<Last> {
  return new Promise((resolve) => {
    let last: Last = { kind: 'ended' };
    let patience: NodeJS.Timeout | undefined;
    const over = (): void => {
      clearTimeout(patience);
      child.off('message', hear);
      resolve(last);
    };
    const hear = (message: FromProcess): void => {
      if (message.kind === 'share') tell(message.share);
      else last = message;
      if (message.kind === 'blocked') patience = setTimeout(kill, locatingMs);
      if (message.kind === 'failed') kill();
      if (message.kind === 'done') over();
    };
    child.on('message', hear);
    void closed.then(over);
    child.send(start, (error) => error && kill());
  });
}

/** What ended a process that said nothing. */
function crashOf(stderr: string, { memoryMb }: StartJob, code: number | null, signal: NodeJS.Signals | null): Happened {
  const fatal = /^.*(?:FATAL ERROR|# Fatal).*$/m.exec(stderr)?.[0].trim();
  if (/out of memory|Allocation failed|invalid (?:array|table) (?:size|length)/i.test(fatal ?? ''))
    return { kind: 'memory', what: `the code needed more than ${memoryMb} MB of memory in one piece, which ended its process` };
  if (signal !== null && fatal === undefined && signal !== 'SIGSEGV' && signal !== 'SIGABRT')
    return { kind: 'crashed', what: `${signal} ended the process of the code` };
  const how = signal ?? `exit code ${code}`;
  return { kind: 'crashed', what: `the process of the code crashed with ${how}${fatal === undefined ? '' : ` (${fatal})`}` };
}

/** With the call that ended the thread or the process, and its place, where the code made one. */
function withNote(happened: Happened, notes: string): Happened {
  const line = notes.trimEnd().split('\n').at(-1) ?? '';
  if (line === '') return happened;
  const { kind, call, ...known } = JSON.parse(line) as Note;
  if (kind === 'memory') return happened.kind === 'memory' ? { ...happened, ...known, what: `${happened.what}, in ${call}` } : happened;
  if (kind === 'killed')
    return happened.kind === 'crashed' ? { kind, what: `the code ended its own process with ${call}`, ...known } : happened;
  const ended = happened.kind === 'unsettled' || happened.kind === 'exited';
  return ended && kind === 'exited' ? { kind, what: `the code ended its thread with ${call}`, ...known } : happened;
}

/** The last text of a stream. */
function lastOf(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    text = (text + chunk).slice(-keptText);
  });
  return () => text;
}
