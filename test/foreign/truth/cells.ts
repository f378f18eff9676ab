/** One thing that goes wrong, and how a call meets it. */
export interface Cell {
  readonly name: string;
  /** What the attempts get, one after the other; to all later ones the provider answers. */
  readonly replies: readonly object[];
  /** A model without slots: all its attempts are refused so. */
  readonly full?: object;
  readonly stream?: true;
  /** When the caller gives up, ms; default long after all of it. */
  readonly limitMs?: number;
}

const said = (status: number, message: string): object => ({ status, body: { error: { type: 'error', message } } });

export const cells: readonly Cell[] = [
  { name: '429 with a hint', replies: [{ refuse: 'rate_limited', retryAfter: '1s' }] },
  { name: '429 without', replies: [said(429, 'Slow down'), said(429, 'Slow down')] },
  { name: '503', replies: [said(503, 'Unavailable'), said(503, 'Unavailable')] },
  { name: '529', replies: [said(529, 'Overloaded')] },
  { name: 'reset', replies: [{ refuse: 'reset' }] },
  { name: 'hang', replies: [{ refuse: 'hang' }, { refuse: 'hang' }], limitMs: 700 },
  { name: 'overload at first', replies: [{ refuse: 'capacity', inStream: true }], stream: true },
  { name: 'overload later', replies: [], full: { streamAfter: { share: 1, tokens: 3 } }, stream: true, limitMs: 1900 },
  { name: 'cut', replies: [{ cut: 3 }], stream: true },
  { name: 'lost', replies: [{ reset: 3 }], stream: true },
];

/** Longer than any of them waits. */
export const longMs = 15_000;
