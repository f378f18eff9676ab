import { spawn } from 'node:child_process';
import type { AlarmCall } from './alarms.ts';

/** Longer than this nobody waits for a webhook or a command, ms. */
const patienceMs = 10_000;

export interface Tellers {
  /** Gets the alarm as JSON with POST. */
  readonly webhook?: string | undefined;
  /** Run by the shell, with the alarm as JSON in AT_CAPACITY_ALARM. */
  readonly command?: string | undefined;
  readonly failed: (reason: string) => void;
}

/** Tells of an alarm in every way that is set up; none of them can hold up or end the gateway. */
export function tellBy({ webhook, command, failed }: Tellers): (call: AlarmCall) => void {
  return (call) => {
    const json = JSON.stringify(call);
    if (webhook !== undefined) post(webhook, json).catch((error: unknown) => failed(`webhook: ${reasonOf(error)}`));
    if (command !== undefined) run(command, json, failed);
  };
}

async function post(url: string, json: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: json, signal: AbortSignal.timeout(patienceMs) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`answered ${response.status}`);
}

function run(command: string, json: string, failed: (reason: string) => void): void {
  const env = { ...process.env, AT_CAPACITY_ALARM: json };
  const child = spawn(command, { shell: true, stdio: 'ignore', env, timeout: patienceMs });
  child.on('error', (error) => failed(`command: ${reasonOf(error)}`));
  child.on('exit', (code) => {
    if (code !== 0) failed(`command: ended with ${code ?? 'a signal'}`);
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
