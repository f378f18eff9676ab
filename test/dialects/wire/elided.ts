const id = /\b(req_)?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\b/g;

/** The same with one id in place of every request's. */
export function withoutIds(text: string): string {
  return text.replace(id, (_all, prefix: string | undefined) => `${prefix ?? ''}xxxx`);
}

/** Whether a text is the expected one, in which `…` stands for anything up to the end of a line. */
export function matchesElided(text: string, expected: string): boolean {
  const parts = expected.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^\\n]*')}$`).test(text);
}
