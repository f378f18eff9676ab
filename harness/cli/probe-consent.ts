import { createInterface } from 'node:readline/promises';
import { showDuration } from '../../reports/formats/figures.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { visible } from '../../sim/kernel/visible.ts';
import type { ProbePlan } from './probe-plan.ts';

/** What a probe is going to do at most, a sentence a line. */
export function announcement({
  target,
  options,
  message: { asks, keyFrom },
}: Pick<ProbePlan, 'target' | 'options' | 'message'>): readonly string[] {
  const { maxRequests, maxMs, stepMs, from, max, timeoutMs } = options;
  const key =
    keyFrom === undefined ? 'without a key' : `with the key of ${keyFrom}${target.url.protocol === 'http:' ? ', unencrypted' : ''}`;
  const times = `for at most ${showDuration(maxMs)} and ${showDuration(timeoutMs)} more for the last answers`;
  return [
    `At most ${grouped(maxRequests)} requests to ${visible(target.url.href)}, ${times}: ${from} at once, then more, up to ${max}, ${showDuration(stepMs)} each.`,
    `Each ${visible(asks)}, ${key}.`,
  ];
}

const warning = 'This is load on a service that is not on this machine: it may use up your quota and it may cost money.';

/** Where a person may be. */
interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/**
 * Whether to go on: always on this machine or with --yes, else after a yes on the terminal. Throws InputError where nobody
 * can be asked.
 */
export async function consent(
  { target, place = 'URL', yes }: Pick<ProbePlan, 'target' | 'place' | 'yes'>,
  tell: (text: string) => void,
  signal: AbortSignal,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  if (target.loopback) return true;
  tell(warning);
  if (yes) return true;
  if (input.isTTY !== true || output.isTTY !== true) {
    throw new InputError([{ file: place, message: 'is not on this machine: say --yes to load it. Nothing was sent' }]);
  }
  // The terminal itself takes Ctrl-C, so that it means the same as everywhere.
  const terminal = createInterface({ input, output, terminal: false });
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    const answer = await Promise.race([terminal.question('Go on? [y/N] ', { signal }), closed]);
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}
