import type { Preset } from './preset.ts';

export const codexCli: Preset = {
  name: 'codex-cli',
  summary:
    'the command line of Codex with its defaults: 5 attempts, 0.2 s doubling, a tenth more or less, for 5xx and lost connections; no 429 and no hint; a full model inside a stream ends it at once',
  source:
    'openai/codex, model-provider-info/src/lib.rs at 05673f5, codex-client/src/retry.rs at 7116353, core/src/util.rs at 006373a, codex-api/src/sse/responses.rs; idle timeout 5 min',
  strategy: {
    classify: 'by-shape',
    retry: {
      exponential: { base: '200ms', factor: 2, jitter: { scale: [0.9, 1.1] } },
      attempts: 5,
      statuses: ['5xx'],
      when: ['rate_limited', 'server_error', 'connection', 'timeout', 'truncated', 'malformed', 'unknown'],
      shouldRetry: 'ignore',
      hint: { use: 'ignore' },
    },
    timeout: { idle: '5m' },
  },
  lacks: 'what goes for streams alone: a sixth attempt, one after the first token, and the wait that the text of a rate limit names',
};
