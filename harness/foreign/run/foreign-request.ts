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
  const id = idOf(entity);
  const prompt = `Request ${id}: answer it.`;
  return { id, model, prompt, messages: [{ role: 'user', content: prompt }], maxTokens, stream };
}

/** What a request is called, also inside its prompt. */
export function idOf(entity: number): string {
  return `ac-${entity}`;
}

const marker = /\bac-(\d{1,10})\b/g;

/** The indexes of the requests whose ids stand somewhere in a body, in their order there. */
export function entitiesIn(body: unknown): readonly number[] {
  if (typeof body === 'string') return body.includes('ac-') ? [...body.matchAll(marker)].map(([, entity]) => Number(entity)) : [];
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(entitiesIn) : [];
}
