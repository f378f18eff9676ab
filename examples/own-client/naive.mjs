export async function client({ model, messages }, { baseURL }) {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${baseURL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages }),
    });
    if (response.ok) return response.json();
    if (attempt === 5) throw new Error(`status ${response.status}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
