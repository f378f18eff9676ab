import type { Endpoint } from '../../api.ts';
import { decodeResponses } from './decode.ts';
import { responsesAnswer } from './encode.ts';
import type { StreamErrorForm } from './stream-error.ts';

const streamType = 'text/event-stream; charset=utf-8';

/** The Responses interface at this path. */
export function responsesEndpoint(path: string, errorForm: StreamErrorForm): Endpoint {
  return {
    path,
    streamType,
    decode({ body }) {
      const decoded = decodeResponses(body);
      if ('refused' in decoded) return decoded;
      const { asked, request } = decoded;
      return { ...asked, written: { streamType, answer: (head) => responsesAnswer(head, request, errorForm) } };
    },
    answer: (head) => responsesAnswer(head, {}, errorForm),
  };
}
