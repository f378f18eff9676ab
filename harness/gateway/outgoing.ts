import type { IncomingHttpHeaders } from 'node:http';
import type { Outgoing } from '../../sim/dialects/caller.ts';
import { exchangeMembers } from './json-members.ts';
import type { Shape } from './shape.ts';

/** Of the caller's headers, those that go on: what it asks of the interface, and whose account it is, where that is its own. */
const asks = ['anthropic-version', 'anthropic-beta'];
const accounts = ['authorization', 'x-api-key', 'openai-organization', 'openai-project'];

/** A call as it came; `rest` is its body behind the model's name. */
export interface Incoming {
  readonly shape: Shape;
  readonly headers: IncomingHttpHeaders;
  readonly rest: string;
}

/** What goes out for this model, with this key or else the caller's own. */
export function outgoingOf({ shape, headers, rest }: Incoming, model: string, key: string | undefined): Outgoing {
  const names = key === undefined ? [...asks, ...accounts] : asks;
  const kept = names.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const own = key === undefined ? {} : shape.caller.authorization(key);
  return {
    path: shape.path,
    headers: { ...shape.required, ...Object.fromEntries(kept), ...own, 'content-type': 'application/json' },
    body: `{"model":${JSON.stringify(model)}${rest}`,
  };
}

/** A body without the model's name, to stand behind another one. */
export function restOf(body: string): string {
  const text = exchangeMembers(body, (name, value) => (name === 'model' ? undefined : value)).slice(1);
  return text === '}' ? text : `,${text}`;
}
