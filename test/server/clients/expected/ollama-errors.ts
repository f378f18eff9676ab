import type { PublishedError } from '../published-suite.ts';

const once = { raised: 'ResponseError', attempts: 1 } as const;

/** The errors of Ollama, of which `ollama` 0.6 retries none. Sources: the server's and the package's own code. */
export const ollamaErrors: readonly PublishedError[] = [
  {
    what: 'a full queue',
    status: 503,
    message: 'server busy, please try again.  maximum pending requests exceeded',
    own: { model: { slots: 0 } },
    ...once,
  },
  { what: 'no such model', status: 404, message: 'model "gpt-9" not found, try pulling it first', own: { refuse: 'not_found' }, ...once },
  { what: 'a failure inside', status: 500, message: '', own: { refuse: 'server_error' }, ...once },
  { what: 'a limit of whoever stands before it', status: 429, message: '', own: { refuse: 'rate_limited' }, ...once },
  { what: 'no money', status: 402, message: '', own: { refuse: 'quota' }, ...once },
  { what: 'no key', status: 401, message: 'unauthorized', own: { refuse: 'auth' }, ...once },
  { what: 'no permission', status: 403, message: '', own: { refuse: 'permission' }, ...once },
  { what: 'a wrong request', status: 400, message: '', own: { refuse: 'client_error' }, ...once },
  { what: 'too much input', status: 400, message: 'context length', own: { model: { context: 20 }, maxTokens: 100 }, ...once },
];
