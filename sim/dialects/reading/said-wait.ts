const unitsMs: readonly (readonly [RegExp, number])[] = [
  [/^(ms|milliseconds?)$/i, 1],
  [/^(s|seconds?)$/i, 1000],
  [/^(m|minutes?)$/i, 60_000],
  [/^(h|hours?)$/i, 3_600_000],
];

const part = String.raw`\d+(?:\.\d+)?\s*(?:milliseconds?|ms|seconds?|s|minutes?|m|hours?|h)(?![a-z])`;
const asked = new RegExp(String.raw`\b(?:try again|retry)\s+(?:in|after)\s+(${part}(?:\s*${part})*)`, 'i');
const duration = new RegExp(String.raw`^\s*${part}(?:\s*${part})*\s*$`, 'i');

/** The wait, ms, that the text of an error asks for: `try again in 1m47.5s`, `Please retry after 11 seconds`. */
export function waitInText(text: string | undefined): number | undefined {
  const match = text === undefined ? null : asked.exec(text);
  return match?.[1] === undefined ? undefined : sumMs(match[1]);
}

/** Milliseconds of a duration as Go writes it (`20ms`, `1s`, `6m0s`), or of a bare number of seconds. */
export function durationMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return Number(text) * 1000;
  return duration.test(text) ? sumMs(text) : undefined;
}

function sumMs(text: string): number {
  let sum = 0;
  for (const [, figure, word = ''] of text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi)) {
    const unit = unitsMs.find(([name]) => name.test(word))?.[1] ?? 0;
    sum += Number(figure) * unit;
  }
  return sum;
}

const limits = ['requests', 'tokens'];
const spellings = ['x-ratelimit-', 'x-rate-limit-'];

/**
 * Milliseconds until every limit of which nothing is left is whole again, as the headers say; the longest of them.
 * Undefined where something is left of each. Names are in lower case.
 */
export function waitToReset(headers: ReadonlyMap<string, string>): number | undefined {
  const waits = spellings.flatMap((start) =>
    limits.flatMap((limit) => {
      const left = headers.get(`${start}remaining-${limit}`);
      const wait = left === undefined || left === '0' ? durationMs(headers.get(`${start}reset-${limit}`)) : undefined;
      return wait === undefined ? [] : [wait];
    }),
  );
  return waits.length === 0 ? undefined : Math.max(...waits);
}
