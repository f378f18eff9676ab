import type { Remaining } from '../../provider/quota/quota-group.ts';
import type { Api, Endpoint, Misuse } from '../api.ts';
import type { ErrorReply, Headers } from '../error-reply.ts';
import { chatEndpoint } from '../openai/chat-endpoint.ts';
import { modelsAt } from '../openai/models-at.ts';
import { misuseReply, shortened } from '../openai/request-errors.ts';
import { responsesEndpoint } from '../openai/responses/responses-endpoint.ts';
import { fieldsOf } from '../reading/fields.ts';
import { azureErrors, region } from './errors.ts';
import type { AzureOptions } from './options.ts';
import { jsonHeaders } from './shape.ts';

export const deploymentsPath = '/openai/deployments/:deployment/chat/completions';
export const chatPath = '/openai/v1/chat/completions';
export const responsesPath = '/openai/v1/responses';

/** What is wrong with a request is said as OpenAI says it. */
function reworded(reply: ErrorReply): ErrorReply {
  return { ...reply, headers: jsonHeaders };
}

/** Chat completions of a deployment, which the path names. */
function deploymentEndpoint(): Endpoint {
  const chat = chatEndpoint(deploymentsPath, { reword: reworded });
  return {
    ...chat,
    decode(call) {
      const body = fieldsOf(call.body);
      return chat.decode(body === undefined ? call : { ...call, body: { ...body, model: call.params.deployment } });
    },
  };
}

/** An error event without a number, as documented, and no more. */
function responses(): Endpoint {
  const says = (body: unknown): string => `event: error\ndata: ${JSON.stringify({ type: 'error', ...fieldsOf(body) })}\n\n`;
  const endpoint = responsesEndpoint(responsesPath, says);
  return {
    ...endpoint,
    decode(call) {
      const asked = endpoint.decode(call);
      return 'refused' in asked ? { refused: reworded(asked.refused) } : asked;
    },
  };
}

/** Azure OpenAI over HTTP: what it is asked of a deployment, and what below /openai/v1. */
export function azureApi(options: AzureOptions): Api {
  const { not_found } = azureErrors(options);
  return {
    endpoints: [deploymentEndpoint(), chatEndpoint(chatPath, { reword: reworded }), responses()],
    ...modelsAt('/openai/v1/models'),
    misuse(misuse: Misuse): ErrorReply {
      // UNVERIFIED: the body for an unknown path.
      const error = misuse.kind === 'no-such-path' ? { code: '404', message: 'Resource not found' } : undefined;
      if (misuse.kind === 'no-such-model') {
        const said = { code: not_found.code, message: not_found.message({}, shortened(misuse.model)) };
        return { status: 404, headers: jsonHeaders, body: { error: said } };
      }
      return error === undefined ? reworded(misuseReply(misuse)) : { status: 404, headers: jsonHeaders, body: { error } };
    },
    requestId: (id) => ({ 'apim-request-id': uuidOf(id), 'x-ms-region': region }),
    quotaHeaders: options.headers === 'junk' ? junkHeaders : quotaHeaders,
  };
}

/** The digits of a request's id in groups of 8, 4, 4, 4 and 12. */
function uuidOf(id: string): string {
  const digits = id.replace(/^req_/, '').padStart(32, '0');
  return [0, 8, 12, 16, 20].map((from, i) => digits.slice(from, [8, 12, 16, 20, 32][i])).join('-');
}

const families = { requests: ['requests', 'day'], tokens: ['tokens', 'input-tokens', 'output-tokens'] } as const;

/** Of several quotas in one header the one with least left. UNVERIFIED: that `reset` is in whole seconds, as `x-rate-limit-reset-tokens` was. */
function quotaHeaders(remaining: readonly Remaining[]): Headers {
  const headers: Record<string, string> = {};
  for (const [name, kinds] of Object.entries(families)) {
    const own = remaining.filter(({ kind }) => (kinds as readonly string[]).includes(kind));
    const [least] = own.toSorted((a, b) => a.remaining - b.remaining);
    if (least === undefined) continue;
    headers[`x-ratelimit-limit-${name}`] = String(least.limit);
    headers[`x-ratelimit-remaining-${name}`] = String(least.remaining);
    headers[`x-ratelimit-reset-${name}`] = String(Math.ceil(least.resetMicros / 1_000_000));
  }
  return headers;
}

/** As seen from some deployments. */
function junkHeaders(remaining: readonly Remaining[]): Headers {
  if (remaining.length === 0) return {};
  return {
    'x-ratelimit-limit-requests': '0',
    'x-ratelimit-remaining-requests': '-1',
    'x-ratelimit-limit-tokens': '0',
    'x-ratelimit-remaining-tokens': '-1',
  };
}
