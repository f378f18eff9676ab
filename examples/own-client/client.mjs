/** Sends up to four times, a second apart, whatever it is told: what many first versions do. */
export async function client({ model, messages, maxTokens }, { baseURL, fetch, signal }) {
  for (let sends = 1; ; sends++) {
    const response = await fetch(`${baseURL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer none' },
      body: JSON.stringify({ model, messages, max_tokens: maxTokens }),
      signal,
    });
    const answer = await response.json();
    if (response.ok) return answer.choices[0].message.content;
    if (sends === 4) throw new Error(answer.error.message);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
