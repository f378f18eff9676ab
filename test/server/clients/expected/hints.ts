import type { Bounds } from '../waits.ts';

/** What a client does first after a 429 with these headers. */
type Answer =
  /** Bounds, ms, of the wait that it asks of its timer. */
  | Bounds
  /** Gives up: one attempt, and this is raised. */
  | string;

export interface Hint {
  readonly headers: Readonly<Record<string, string>>;
  readonly openai6: Answer;
  readonly openai7: Answer;
  readonly ai: Answer;
  readonly langchain: Answer;
}

const exactly = (ms: number): Bounds => [ms, ms];

/** Node makes 1 ms of 0, of what is negative or no number, and of more than 2³¹ − 1 ms, which its timers do not take. */
const atOnce = exactly(1);

/** What each does where it takes no hint: its first backoff. */
const own = { openai: [375, 500], ai: [2000, 2000], langchain: [1000, 2000] } as const satisfies Record<string, Bounds>;

const givesUp = 'RateLimitCapacityError';
const noHint = { openai6: own.openai, openai7: own.openai, ai: own.ai, langchain: givesUp } as const;
const untilPast = 'Thu, 01 Jan 2026 00:00:00 GMT';

/**
 * Which hints are taken, at the boundary of each rule: openai 6.33 to 7.0 has none; 7.20 and later take a wait of 0 to 60 s; `ai`
 * of 0 to less than 60 s; LangChain of 0 to 60 s, read from `retry-after` alone, waits no less than its own backoff, and gives up
 * where a 429 asks for more or for nothing. Source: the packages' own code.
 */
export const hints: readonly Hint[] = [
  { headers: {}, ...noHint },
  { headers: { 'retry-after': '0' }, openai6: atOnce, openai7: atOnce, ai: atOnce, langchain: own.langchain },
  { headers: { 'retry-after': '0.25' }, ...all(250), langchain: own.langchain },
  { headers: { 'retry-after': '59.999' }, ...all(59_999) },
  { headers: { 'retry-after': '60' }, ...all(60_000), ai: own.ai },
  { headers: { 'retry-after': '60.001' }, ...noHint, openai6: exactly(60_001) },
  // Azure sends it for the quota of a day.
  { headers: { 'retry-after': '86400' }, ...noHint, openai6: exactly(86_400_000) },
  { headers: { 'retry-after': '2200000' }, ...noHint, openai6: atOnce },
  // LangChain takes -1 for a date of 2001.
  { headers: { 'retry-after': '-1' }, ...noHint, openai6: atOnce, langchain: own.langchain },
  { headers: { 'retry-after': untilPast }, ...noHint, openai6: atOnce, langchain: own.langchain },
  { headers: { 'retry-after': 'soon' }, ...noHint, openai6: atOnce },
  { headers: { 'retry-after-ms': '0' }, ...noHint, openai6: atOnce, openai7: atOnce, ai: atOnce },
  { headers: { 'retry-after-ms': '250' }, ...all(250), langchain: givesUp },
  { headers: { 'retry-after-ms': '250', 'retry-after': '3' }, ...all(250), langchain: exactly(3000) },
  { headers: { 'retry-after-ms': '60001' }, ...noHint, openai6: exactly(60_001) },
];

function all(ms: number): Pick<Hint, 'openai6' | 'openai7' | 'ai' | 'langchain'> {
  return { openai6: exactly(ms), openai7: exactly(ms), ai: exactly(ms), langchain: exactly(ms) };
}
