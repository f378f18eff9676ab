import { CodedError } from '../../../sim/kernel/errors.ts';
import { mostSends } from '../../client/most-sends.ts';
import type { Finding } from '../machine/finding.ts';
import type { Ending } from '../machine/settle.ts';
import type { Call } from './call.ts';
import { idOf } from './foreign-request.ts';

/** Calls that would have ended the process, or another one. */
const endings = /^process\.(?:abort|exit|kill|reallyExit|_kill)$/;

/** What ends a process of Node's: nothing that comes after it would have happened. */
export function fatal({ kind, what }: Finding): boolean {
  return kind === 'uncaught' || kind === 'unhandled' || (kind === 'refused' && endings.test(what));
}

const did: Readonly<Record<string, string>> = {
  uncaught: 'nobody caught what the code threw outside of its calls',
  unhandled: 'nobody handled a promise that the code rejected',
  refused: 'the code called what ends its process',
};

/** Throws for what would have ended the code's process, and for attempts whose requests nobody can tell. */
export function checkFindings(findings: readonly Finding[], unknown: number): void {
  const found = findings.find(fatal);
  if (found !== undefined) {
    const place = found.where === undefined ? '' : ` at ${found.where}`;
    throw new CodedError('code', `${did[found.kind]}: ${found.what}${place}, ${found.atMs} ms into the day`);
  }
  if (unknown > 0)
    throw new CodedError(
      'code',
      `${unknown} attempts belong to no request that anybody can tell: send the prompt or the messages as they stand, or the request’s id anywhere in the body`,
    );
}

/** Throws for a request that is sent again for ever. */
export function checkEndless(call: Call | undefined): void {
  if (call !== undefined)
    throw new CodedError('livelock', `request ${idOf(call.ticket.entity)} was sent ${mostSends} times without an end`);
}

/** Throws for a stretch of time that would never have ended. */
export function checkLivelock(ending: Ending): void {
  if (ending.how !== 'livelock') return;
  const place = ending.where === undefined ? '' : ` at ${ending.where}`;
  throw new CodedError('livelock', `events follow one another without an end${place}, ${ending.atMs} ms into the day, and no time passes`);
}
