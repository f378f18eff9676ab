/** Tries up to four times, whatever it is told. */
export async function client({ model, messages, maxTokens }, { baseURL, fetch }) {
  const body = JSON.stringify({ model, messages, max_tokens: maxTokens });
  for (let attempt = 0; attempt < 4; attempt++) {
    const response = await fetch(`${baseURL}/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const answer = await response.json();
    if (response.ok) return answer;
  }
  throw new Error('given up');
}
