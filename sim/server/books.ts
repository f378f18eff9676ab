import type { RefusedBy } from '../provider/answer.ts';

/** What a server counts of the requests that reach it over HTTP. */
export interface Books {
  /** Requests for a completion; each is one of: uploading, abandoned, rejected, attempts. */
  received: number;
  /** Their bodies are not complete yet. */
  uploading: number;
  /** The client left before its body was complete. */
  abandoned: number;
  /** Answered without reaching a model: unreadable, invalid, unknown model. */
  rejected: number;
  /** Handed to a model; each is one of: open, answered, left. */
  attempts: number;
  open: number;
  /** All of the answer was handed to the connection, or the connection was dropped on purpose. */
  answered: number;
  /** The client left first. */
  left: number;
}

export function zeroBooks(): Books {
  return { received: 0, uploading: 0, abandoned: 0, rejected: 0, attempts: 0, open: 0, answered: 0, left: 0 };
}

/** What became of the attempts at one model. */
export interface Tally {
  attempts: number;
  admitted: number;
  readonly refused: Record<RefusedBy, number>;
  /** Billed. */
  inputTokens: number;
  outputTokens: number;
  /** The same of requests in batches, which are no attempts. */
  readonly batched: { inputTokens: number; outputTokens: number };
}

export function zeroTally(): Tally {
  return {
    attempts: 0,
    admitted: 0,
    refused: { network: 0, hard: 0, quota: 0, fault: 0, capacity: 0 },
    inputTokens: 0,
    outputTokens: 0,
    batched: { inputTokens: 0, outputTokens: 0 },
  };
}

/** Two sides of a sum that must be equal. */
export interface Sum {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly holds: boolean;
}

export function sumOf(name: string, left: number, right: number): Sum {
  return { name, left, right, holds: left === right };
}
