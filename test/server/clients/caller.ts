/** What a client's caller is thrown, as far as its program can tell it apart. */
export interface Raised {
  /** The error's own name where it has one, else its class. */
  readonly name: string;
  /** The class it is wrapped in after retries, and why it came to an end. */
  readonly wrapped?: string;
  readonly status: number | undefined;
  readonly type: string | null | undefined;
  readonly code: string | null | undefined;
  readonly message: string;
  readonly requestId: string | null | undefined;
}

/** What one call came to. */
export interface Outcome {
  /** As far as it came. */
  readonly text: string;
  /** Types of the events of a stream that has types, one after another. */
  readonly events: readonly string[];
  readonly raised?: Raised;
}

export interface Ask {
  /** Of the server. */
  readonly url: string;
  readonly stream: boolean;
  /** Of the client itself; undefined: as many as it makes when nobody says. */
  readonly retries?: number;
  readonly maxTokens?: number;
  readonly model?: string;
}

/** One question to the model through a client. */
export type Caller = (ask: Ask) => Promise<Outcome>;

/** What a call hands over while it lasts. */
export interface Notes {
  text: string;
  readonly events: string[];
}

/** What came of a call that notes what it is handed. */
export async function outcomeOf(call: (notes: Notes) => Promise<void>, read: (error: unknown) => Raised): Promise<Outcome> {
  const notes: Notes = { text: '', events: [] };
  try {
    await call(notes);
  } catch (error) {
    return { ...notes, raised: read(error) };
  }
  return notes;
}

/** An error's own name where it has one, else its class. */
export function nameOf(error: Error): string {
  return error.name === 'Error' ? error.constructor.name : error.name;
}
