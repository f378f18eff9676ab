import type { Endpoint } from '../../api.ts';
import { decodeResponses } from './decode.ts';
import { responsesAnswer } from './encode.ts';
import type { SayError } from './stream-error.ts';

const streamType = 'text/event-stream; charset=utf-8';

/** The Responses interface at this path. */
export function responsesEndpoint(path: string, sayError: SayError): Endpoint {
  return {
    path,
    streamType,
    decode({ body }) {
      const decoded = decodeResponses(body);
      if ('refused' in decoded) return decoded;
      const { asked, request } = decoded;
      return { ...asked, written: { streamType, answer: (head) => responsesAnswer(head, request, sayError) } };
    },
    answer: (head) => responsesAnswer(head, {}, sayError),
  };
}
