/** What each client of `examples/clients/` does by what its packages say of themselves; the packages that make it up come first. */
export const retries: Readonly<Record<string, { readonly packages: readonly string[]; readonly does: string }>> = {
  openai: {
    packages: ['openai'],
    does: 'two more; after 0.5 s, doubled, less up to a quarter by luck; after `retry-after`, however long',
  },
  anthropic: {
    packages: ['@anthropic-ai/sdk'],
    does: 'two more; after 0.5 s, doubled, less up to a quarter by luck; after `retry-after`, however long; `x-should-retry` decides',
  },
  'ai-sdk': {
    packages: ['ai', '@ai-sdk/openai'],
    does: 'two more; after 2 s, doubled, nothing of it luck; after `retry-after` below a minute',
  },
  'google-genai': { packages: ['@google/genai'], does: 'none, unless `retryOptions` asks for them' },
  bedrock: {
    packages: ['@aws-sdk/client-bedrock-runtime'],
    does: 'two more, as long as its budget lasts (500, a retry takes 14, or 5 where it is throttled); after up to 0.05 s, or 1 s where it is throttled, doubled, all of it luck',
  },
  langchain: {
    packages: ['@langchain/openai', '@langchain/core', 'openai'],
    does: 'six more; after 1 s, doubled, up to twice as long by luck; a 429 only where it says when, and no other `retry-after` is read; its place of three is kept meanwhile',
  },
  axios: {
    packages: ['axios', 'axios-retry'],
    does: 'three more; at once, or after `retry-after`; a POST only because `retryCondition` lets it',
  },
  got: {
    packages: ['got'],
    does: 'two more; after 1 s, doubled, and up to 0.1 s by luck, or after `retry-after`; a POST only because `methods` names it',
  },
  undici: {
    packages: ['undici'],
    does: 'five more; after 0.5 s, doubled, nothing of it luck, or after `retry-after`; a POST only because `methods` names it',
  },
  fetch: { packages: [], does: 'none' },
  'p-retry': {
    packages: ['p-retry', 'openai'],
    does: 'three more, after 1 s, doubled, nothing of it luck, each of which is up to three of openai’s: twelve',
  },
  cockatiel: {
    packages: ['cockatiel'],
    does: 'three more; after about 0.1 s, growing, by luck; no hint is read; five failures in a row open its circuit for 10 s',
  },
  opossum: {
    packages: ['opossum', 'openai'],
    does: 'those of openai within 10 s; half of the calls failed opens its circuit for 30 s',
  },
  bottleneck: {
    packages: ['bottleneck'],
    does: 'three more after 1 s, as the module asks; no hint is read; its place of three is kept meanwhile',
  },
  'p-queue': { packages: ['p-queue', 'openai'], does: 'those of openai; its place of three is kept meanwhile' },
};
