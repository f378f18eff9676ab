/** The code under test: asks a model, up to three times while there is no capacity. */
export async function ask(baseUrl, text) {
  const body = JSON.stringify({ model: 'big', messages: [{ role: 'user', content: text }] });
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    if (response.ok) return (await response.json()).choices[0].message.content;
    if (response.status !== 503 || attempt === 3) throw new Error(`status ${response.status} after ${attempt} attempts`);
  }
}
