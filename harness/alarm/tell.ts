import { spawn } from 'node:child_process';
import type { AlarmCall } from './call.ts';

/** Longer than this nobody waits for a webhook or a command, ms. */
const usualPatienceMs = 10_000;
/** Of what a command says on stderr, characters from the end. */
const mostSaid = 300;
/** So long after its end what it has said may still be on its way, ms. */
const restMs = 500;

export interface Tellers {
  /** Gets the alarm as JSON with POST. */
  readonly webhook?: string | undefined;
  /** Run by the shell, with the alarm as JSON in AT_CAPACITY_ALARM. */
  readonly command?: string | undefined;
  readonly failed: (reason: string) => void;
  /** How long either may take, ms; default 10 s. */
  readonly patienceMs?: number | undefined;
}

/** Tells of an alarm in every way that is set up; none of them can hold up or end what tells. */
export function tellBy({ webhook, command, failed, patienceMs = usualPatienceMs }: Tellers): (call: AlarmCall) => void {
  return (call) => {
    const json = JSON.stringify(call);
    if (webhook !== undefined) post(webhook, json, patienceMs).catch((error: unknown) => failed(`webhook: ${reasonOf(error)}`));
    if (command !== undefined) run(command, json, patienceMs, failed);
  };
}

async function post(url: string, json: string, patienceMs: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: json, signal: AbortSignal.timeout(patienceMs) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`answered ${response.status}`);
}

/** What a command says on stderr before it fails is the reason; its end is enough. */
function run(command: string, json: string, patienceMs: number, failed: (reason: string) => void): void {
  const env = { ...process.env, AT_CAPACITY_ALARM: json };
  const child = spawn(command, { shell: true, stdio: ['ignore', 'ignore', 'pipe'], env, timeout: patienceMs });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-mostSaid);
  });
  child.on('error', (error) => failed(`command: ${reasonOf(error)}`));
  child.on('exit', (code, signal) => {
    const told = (): void => {
      clearTimeout(waiting);
      child.off('close', told);
      child.stderr.destroy();
      const stopped = child.killed ? `took longer than ${patienceMs / 1000} s and was stopped` : `ended by ${signal}`;
      if (code !== 0) failed(`command: ${[code === null ? stopped : `ended with ${code}`, lastLineOf(said)].filter(Boolean).join(': ')}`);
    };
    // What it has left running may hold its stderr for ever.
    const waiting = setTimeout(told, restMs);
    child.once('close', told);
  });
}

function lastLineOf(text: string): string {
  const lines = text.trim().split(/[\r\n]+/);
  return lines.at(-1) ?? '';
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
