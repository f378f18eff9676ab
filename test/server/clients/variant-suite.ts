import type { Raised } from './caller.ts';
import { capturedStream, type Fate, responsesVariants, type Variant } from './expected/openai-streams.ts';
import { overloadedEarly, overloadedLate, type StreamCase, type StreamSuite, streamed, testStreams } from './stream-suite.ts';

export interface VariantSuite extends Omit<StreamSuite, 'cases'> {
  readonly who: Exclude<keyof Variant, 'streamError' | 'event'>;
  /** What the part `error` of a stream holds, where a client has such parts. */
  readonly part?: Partial<Raised>;
}

/** Every published form of being at capacity inside a stream of Responses, early and late, and one as it was captured. */
export function testVariants({ who, part = {}, ...suite }: VariantSuite): void {
  const own = responsesVariants.flatMap((variant) => {
    const dialect = { openai: { streamError: variant.streamError } };
    return [
      {
        what: `${variant.streamError}, before the first token`,
        script: { ...overloadedEarly, dialect },
        ...before(variant[who], variant.event),
      },
      { what: `${variant.streamError}, after three`, script: { ...overloadedLate, dialect }, ...after(variant[who], variant.event, part) },
    ];
  });
  const [nested] = responsesVariants;
  const captured = { what: 'as captured', script: streamed(capturedStream), ...before(nested?.[who] ?? 'throws', 'error') };
  testStreams({ ...suite, cases: [captured, ...own] });
}

type Expected = Omit<StreamCase, 'what' | 'script'>;

const code = 'server_is_overloaded';
const thrown = { name: 'APIError', status: undefined, code };

function before(fate: Fate, event: string): Expected {
  if (fate === 'throws') return { words: 0, attempts: 1, raised: thrown };
  if (fate === 'misses') return { words: 0, attempts: 1, raised: undefined };
  if (fate === 'yields') return { words: 0, attempts: 1, raised: undefined, lastEvent: event };
  return { words: 0, attempts: 3, raised: { name: 'AI_APICallError', wrapped: 'AI_RetryError: maxRetriesExceeded', status: 503, code } };
}

function after(fate: Fate, event: string, part: Partial<Raised>): Expected {
  if (fate === 'retries') return { words: 3, attempts: 1, raised: { ...part, code }, lastEvent: 'error' };
  return { ...before(fate, event), words: 3 };
}
