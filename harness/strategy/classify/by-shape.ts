import type { Outcome } from '../../../reports/result/outcome.ts';
import { type NoOptions, noOptions } from '../../../sim/kernel/no-options.ts';
import { define } from '../../../sim/kernel/plugin.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';
import { hasError, isAnswer, isSuccessStatus, ok } from './answer.ts';
import type { Classify } from './classify.ts';
import { lost } from './lost.ts';
import { shapeRules } from './shape-rules.ts';

const clientError: Outcome = { class: 'client_error', reason: 'invalid' };
const serverError: Outcome = { class: 'server_error', reason: 'provider' };
const unrecognized: Outcome = { class: 'unknown', reason: 'unrecognized' };
const unreadable: Outcome = { class: 'malformed', reason: 'unreadable' };
const cut: Outcome = { class: 'truncated', reason: 'cut' };
const empty: Outcome = { class: 'malformed', reason: 'empty' };

/** Providers' messages are few; those that hold a wait or an id are many, and need not be kept. */
const remembered = 512;

/** Looks at everything that was seen: how it ended, status, names, text, end marker. */
export const byShape = define<NoOptions, Classify>({
  name: 'by-shape',
  summary: 'looks at status, error names, message and end marker, in and out of streams; right for every known provider',
  formula:
    'An attempt without an answer is connection, timeout or client_resource. Else the first line of a table of error codes, types and phrases decides, then the status; without an error: no end marker is truncated, an unreadable or empty body malformed. Sources: the providers’ error pages and captures of their replies, November 2026.',
  options: noOptions,
  examples: [],
  create: () => {
    const byMessage = new Map<string, { readonly facts: WireFacts; readonly outcome: Outcome }[]>();
    let count = 0;
    return (facts) => {
      if (isAnswer(facts)) return ok;
      const gone = lost(facts);
      if (gone !== undefined) return gone;
      if (isSuccessStatus(facts.status) && !hasError(facts)) return unusable(facts);
      const known = byMessage.get(facts.message ?? '');
      const seen = known?.find((one) => sameError(one.facts, facts));
      if (seen !== undefined) return seen.outcome;
      const outcome = failed(facts);
      if (count >= remembered) {
        byMessage.clear();
        count = 0;
      }
      byMessage.set(facts.message ?? '', [...(byMessage.get(facts.message ?? '') ?? []), { facts, outcome }]);
      count += 1;
      return outcome;
    };
  },
});

function sameError(a: WireFacts, b: WireFacts): boolean {
  return a.status === b.status && a.errorCode === b.errorCode && a.errorType === b.errorType;
}

function unusable(facts: WireFacts): Outcome {
  if (facts.parsed === false) return unreadable;
  return facts.complete ? empty : cut;
}

function failed(facts: WireFacts): Outcome {
  const status = statusOf(facts);
  const names = [nameOf(facts.errorCode), nameOf(facts.errorType)];
  const text = (facts.message ?? '').toLowerCase();
  const found = shapeRules.find(
    (rule) =>
      (rule.status === undefined || (status !== undefined && rule.status.includes(status))) &&
      (rule.name === undefined || names.some((name) => rule.name?.test(name))) &&
      (rule.text === undefined || rule.text.test(text)),
  );
  if (found !== undefined) return found.outcome;
  if (status === undefined) return unrecognized;
  return status >= 500 ? serverError : clientError;
}

/** The status of a refusal; for an error inside a 200, the number it carries instead. */
function statusOf(facts: WireFacts): number | undefined {
  if (facts.status !== undefined && facts.status >= 400) return facts.status;
  const inside = /^[45]\d\d$/.exec(facts.errorCode ?? '');
  return inside === null ? undefined : Number(inside[0]);
}

/** Exception names come with an address behind a colon. */
function nameOf(name: string | undefined): string {
  return (name ?? '').split(':', 1)[0]?.trim().toLowerCase() ?? '';
}
