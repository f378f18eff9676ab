/** A client that waits as long as it is told, or a random time that doubles, and gives up after five attempts. */
export async function client({ model, messages }, { baseURL, signal }) {
  const body = JSON.stringify({ model, messages });
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${baseURL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal,
    });
    if (response.ok) return (await response.json()).choices[0].message.content;
    if (response.status !== 503 || attempt === 5) throw new Error(`status ${response.status} after ${attempt} attempts`);
    const told = 1000 * Number(response.headers.get('retry-after') ?? 0);
    await new Promise((resolve) => setTimeout(resolve, told + Math.random() * 500 * 2 ** attempt));
  }
}
