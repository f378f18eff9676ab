/** Longest id, digits. */
const longest = 32;

const zeros = Array.from({ length: longest + 1 }, (_, count) => '0'.repeat(count));

/** A whole number from 0 in so many hexadecimal digits; at most 32. `padStart` takes three times the memory. */
export function hexId(number: number, digits: number): string {
  const text = number.toString(16);
  return (zeros[digits - text.length] ?? '') + text;
}
