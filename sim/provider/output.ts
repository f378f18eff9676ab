/** How a model writes the JSON it is asked for: alone, in a code fence, with sentences around it, both, or broken off. */
export const jsonShapes = ['plain', 'fenced', 'chatty', 'fenced+chatty', 'broken'] as const;
export type JsonShape = (typeof jsonShapes)[number];

const before = 'Sure, here is the JSON you asked for:\n\n';
const after = '\n\nLet me know if you need anything else.';

/** A text that holds this JSON in the shape; `broken` leaves its last character out, so that nobody can read it. */
export function shaped(shape: JsonShape, json: string): string {
  if (shape === 'broken') return json.slice(0, -1);
  const text = shape.startsWith('fenced') ? `\`\`\`json\n${json}\n\`\`\`` : json;
  return shape.endsWith('chatty') ? before + text + after : text;
}

/** What stands for the text of an answer where nobody writes one: in virtual time. */
export const sampleJson = '{"answer":"yes"}';
