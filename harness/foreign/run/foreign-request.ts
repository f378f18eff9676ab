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
  const found: number[] = [];
  collect(body, found);
  return found;
}

/** Every attempt's body comes through here. */
function collect(part: unknown, found: number[]): void {
  if (typeof part === 'string') {
    if (part.includes('ac-')) for (const [, entity] of part.matchAll(marker)) found.push(Number(entity));
  } else if (Array.isArray(part)) for (const each of part) collect(each, found);
  else if (typeof part === 'object' && part !== null) for (const each of Object.values(part)) collect(each, found);
}
