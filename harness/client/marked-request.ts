import type { Caller, Outgoing } from '../../sim/dialects/caller.ts';
import type { Headers } from '../../sim/dialects/error-reply.ts';
import type { Attempt } from '../../sim/kernel/transport.ts';
import { markHeader, markText } from '../../sim/server/mark.ts';

const bytesPerToken = 4;
/** A longer text says nothing more; the mark says how many tokens it stands for. */
const longestText = 1_000_000;
const words = 'one word after another until the question is as long as it should be ';

/**
 * What a live run sends for an attempt: a text of about as many tokens as the request has, and the mark that gives it, at a
 * server of this project, the luck and the sizes of the simulated run. `headers` go with every request.
 */
export function markedRequest(caller: Caller, model: string, headers: Headers): (attempt: Attempt) => Outgoing {
  return ({ request, number }) => {
    const { entity, inputTokens, outputTokens, maxTokens, stream } = request;
    const outgoing = caller.request({ model, text: textOf(inputTokens), stream, maxTokens });
    const mark = markText(entity, number, outputTokens, inputTokens);
    return { ...outgoing, headers: { ...outgoing.headers, ...headers, [markHeader]: mark } };
  };
}

/** Words of about so many tokens. */
export function textOf(tokens: number): string {
  const length = Math.min(longestText, Math.max(1, tokens * bytesPerToken));
  return words.repeat(Math.ceil(length / words.length)).slice(0, length);
}
