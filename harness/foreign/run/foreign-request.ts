import type { Request } from '../../../sim/kernel/transport.ts';

/** One request of the workload as the user's code is given it. */
export interface ForeignRequest {
  /** `ac-17`: the same under every strategy. */
  readonly id: string;
  /** A model of the scenario. */
  readonly model: string;
  /** Holds the id, which tells the simulation whose attempt it is: to be sent as it stands, whatever else is sent. */
  readonly prompt: string;
  /** The prompt as chat messages. */
  readonly messages: readonly { readonly role: 'user'; readonly content: string }[];
  readonly maxTokens: number;
  /** The workload streams. */
  readonly stream: boolean;
}

export function foreignRequest({ entity, maxTokens, stream }: Request, model: string): ForeignRequest {
  const id = `ac-${entity}`;
  const prompt = `Request ${id}: answer it.`;
  return { id, model, prompt, messages: [{ role: 'user', content: prompt }], maxTokens, stream };
}

const marker = /\bac-(\d{1,10})\b/;

/** The index of the request whose prompt stands somewhere in a body; undefined where none does. */
export function entityIn(body: unknown): number | undefined {
  if (typeof body === 'string') {
    const found = marker.exec(body);
    return found === null ? undefined : Number(found[1]);
  }
  if (typeof body !== 'object' || body === null) return undefined;
  for (const value of Object.values(body)) {
    const entity = entityIn(value);
    if (entity !== undefined) return entity;
  }
  return undefined;
}
