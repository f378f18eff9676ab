/** `createFetch`: the strategy below a library that takes a fetch of one's own. */
export const fetchCode = `/** What the provider calls each target. */
export const models: Readonly<Record<string, string>> = MODELS;

/**
 * A fetch with the strategy in it. An answer counts once its head has come: what breaks off after that is the caller's
 * to see. When all is used up, the last error reply comes back as it was, marked as one that is not to be sent again.
 */
export function createFetch(inner: typeof fetch = fetch): typeof fetch {
  const request = createClient();
  return async (input, init) => {
    const headed = async (target: string, signal: AbortSignal): Promise<Response> =>
      checked(await inner(input, { ...init, body: bodyFor(init?.body, target), signal: lasting(signal, init?.signal) }));
    try {
      return await request(headed, init?.signal ?? undefined);
    } catch (error) {
      const last = error instanceof GaveUp ? error.cause : error;
      if (!(last instanceof HttpError)) throw last;
      const headers = new Headers(last.headers);
      headers.set('x-should-retry', 'false');
      return new Response(last.body, { status: last.status, headers });
    }
  };
}

/** Stops with the attempt while it lasts, and with the caller for as long as the body comes. */
function lasting(attempt: AbortSignal, caller: AbortSignal | null | undefined): AbortSignal {
  return caller ? AbortSignal.any([attempt, caller]) : attempt;
}

/** The request's body for this target; callers ask for a model themselves where there is only one target. */
function bodyFor(body: BodyInit | null | undefined, target: string): BodyInit | null | undefined {
  if (settings.targets.length < 2 || typeof body !== 'string') return body;
  return JSON.stringify({ ...JSON.parse(body), model: models[target] ?? target });
}`;
