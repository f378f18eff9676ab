/** Waits as long as it is told, and leaves alone what has no wait. */
export async function client({ model, messages, maxTokens }, { baseURL, fetch }) {
  const body = JSON.stringify({ model, messages, max_tokens: maxTokens });
  for (;;) {
    const response = await fetch(`${baseURL}/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const answer = await response.json();
    if (response.ok) return answer;
    const told = response.headers.get('retry-after-ms');
    if (told === null) throw new Error('given up');
    await new Promise((resolve) => setTimeout(resolve, Number(told)));
  }
}
