import type { Endpoint } from './api.ts';
import type { BatchLine } from './batch-api.ts';

/** What a request of a batch asks, or what is wrong with it; undefined: it nests too deeply to be read. Never a stream. */
export function askedBy(line: BatchLine, endpoint: Endpoint, requestId?: string): ReturnType<Endpoint['decode']> | undefined {
  try {
    const asked = endpoint.decode({ params: {}, query: {}, headers: {}, body: line.body(), requestId });
    return 'refused' in asked ? asked : { ...asked, stream: false };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Input tokens of a request of a batch; none of one that cannot be read. */
export function inputTokensOf(line: BatchLine, endpoint: Endpoint): number {
  const asked = askedBy(line, endpoint);
  return asked === undefined || 'refused' in asked ? 0 : asked.inputTokens;
}
