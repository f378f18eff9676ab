import type { Api, Endpoint } from '../api.ts';
import type { OwnWords } from '../openai/own-words.ts';
import { decodeConverse } from './decode.ts';
import { converseAnswer, eventStream } from './encode.ts';

/** Bedrock's runtime over HTTP: conversations with the model that the path names. */
export function bedrockApi({ reword, misuse }: OwnWords): Api {
  return {
    endpoints: [converse('/model/:model/converse', false, reword), converse('/model/:model/converse-stream', true, reword)],
    lists: [],
    entries: [],
    misuse,
    requestId: (id) => ({ 'x-amzn-requestid': uuidOf(id) }),
    quotaHeaders: () => ({}),
  };
}

function converse(path: string, stream: boolean, reword: OwnWords['reword']): Endpoint {
  return {
    path,
    streamType: eventStream,
    streamEncoding: 'latin1',
    decode(call) {
      const asked = decodeConverse(call, stream);
      return 'refused' in asked ? { refused: reword(asked.refused) } : asked;
    },
    answer: converseAnswer,
  };
}

/** The digits of an id in groups, where it has as many. */
function uuidOf(id: string): string {
  const digits = /[0-9a-f]{32}$/.exec(id)?.[0];
  return digits === undefined ? id : digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
