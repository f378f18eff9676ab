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

/** What came of a call that hands over its text piece by piece. */
export async function outcomeOf(
  call: (write: (text: string) => void) => Promise<void>,
  read: (error: unknown) => Raised,
): Promise<Outcome> {
  let text = '';
  try {
    await call((more) => {
      text += more;
    });
  } catch (error) {
    return { text, raised: read(error) };
  }
  return { text };
}

/** An error's own name where it has one, else its class. */
export function nameOf(error: Error): string {
  return error.name === 'Error' ? error.constructor.name : error.name;
}
