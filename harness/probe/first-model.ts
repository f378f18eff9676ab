const patienceMs = 5000;

/**
 * The first model that a server lists beside its chat completions; undefined when it lists none, or does not answer soon.
 * One request, which is not followed elsewhere.
 */
export async function firstModel(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  waitMs = patienceMs,
): Promise<string | undefined> {
  if (!url.pathname.endsWith('/chat/completions')) return undefined;
  const list = new URL(url);
  list.pathname = list.pathname.replace(/\/chat\/completions$/, '/models');
  try {
    const reply = await fetch(list, { headers, redirect: 'error', signal: AbortSignal.any([signal, AbortSignal.timeout(waitMs)]) });
    const { data } = (await reply.json()) as { readonly data?: readonly { readonly id?: unknown }[] };
    const id = data?.[0]?.id;
    return typeof id === 'string' && reply.ok ? id : undefined;
  } catch {
    return undefined;
  }
}
