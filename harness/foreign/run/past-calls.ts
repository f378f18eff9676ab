import { Ticket } from '../../run/ticket.ts';

/** Requests that are over, in a few numbers each: a day has many. */
export interface PastCalls {
  keep(ticket: Ticket, settledAt: number): void;
  /** The ticket of a request that was kept, made anew. */
  find(entity: number): { readonly ticket: Ticket; readonly settledAt: number } | undefined;
}

const fields = ['inputTokens', 'outputTokens', 'maxTokens', 'arrivedAt', 'client', 'attempts'] as const;
const settledAt = fields.length;
const flags = settledAt + 1;
const width = flags + 1;
const [cohort, stream, urgent] = [1, 2, 4];

export function createPastCalls(): PastCalls {
  /** By entity, `width` numbers each. */
  let numbers = new Float64Array(0);
  return {
    keep(ticket, at) {
      const from = ticket.entity * width;
      if (from >= numbers.length) {
        const more = new Float64Array(Math.max(1024 * width, 2 * (from + width)));
        more.set(numbers);
        numbers = more;
      }
      for (const [place, name] of fields.entries()) numbers[from + place] = ticket[name];
      // 0 is nobody's.
      numbers[from + settledAt] = at + 1;
      numbers[from + flags] = (ticket.cohort ? cohort : 0) + (ticket.stream ? stream : 0) + (ticket.urgent ? urgent : 0);
    },
    find(entity) {
      const from = entity * width;
      const at = numbers[from + settledAt] ?? 0;
      if (at === 0) return undefined;
      const [input = 0, output = 0, maxTokens = 0, arrivedAt = 0, client = 0, attempts = 0] = numbers.subarray(from, from + fields.length);
      const said = numbers[from + flags] ?? 0;
      const ticket = new Ticket(
        entity,
        { input, output, maxTokens },
        (said & stream) !== 0,
        arrivedAt,
        client,
        (said & cohort) !== 0,
        undefined,
        (said & urgent) !== 0,
      );
      ticket.attempts = attempts;
      return { ticket, settledAt: at - 1 };
    },
  };
}
