import { z } from 'zod';

/** Values as people write them, with their units, and as the program uses them. Each is a codec: `z.encode` writes it back. */

const durationUnits: ReadonlyArray<readonly [string, number]> = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
];
const durationPattern = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/;
const ratePattern = /^(\d+(?:\.\d+)?)\/(s|m|h)$/;
const countPattern = /^(\d+(?:\.\d+)?)([kM])$/;

/** What was found, for error messages: short, quoted, on one line. */
export function shown(value: unknown): string {
  const text = plain(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** As YAML writes it: JSON has no word for what is no number or too large for one. */
function plain(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number' && !Number.isFinite(value)) return Number.isNaN(value) ? '.nan' : `${value < 0 ? '-' : ''}.inf`;
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function') return `a ${typeof value}`;
  try {
    return JSON.stringify(value) ?? 'nothing';
  } catch {
    return 'something that JSON cannot hold';
  }
}

function unitsHint(value: unknown, units: string): string {
  return typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)) ? ` (the unit is missing: ${units})` : '';
}

/** "1.5s" → 1500. Milliseconds; what is too large for a number is none. */
export function parseDuration(text: string): number | undefined {
  const match = durationPattern.exec(text);
  if (match === null) return undefined;
  const unit = durationUnits.find(([name]) => name === match[2]);
  return unit === undefined ? undefined : finite(Number((Number(match[1]) * unit[1]).toPrecision(15)));
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** Without an exponent, which files do not take. */
function decimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e-');
  return exponent === undefined ? digits : `0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`;
}

/** 1500 → "1.5s": the largest unit that gives at most three decimals; reading it gives the same number. */
export function formatDuration(ms: number): string {
  for (const [name, size] of durationUnits) {
    const inUnit = Number((ms / size).toPrecision(12));
    const whole = name === 'h' || name === 'm' ? inUnit : Number((inUnit * 1000).toPrecision(12));
    const text = `${inUnit}${name}`;
    if (inUnit >= 1 && Number.isInteger(whole) && parseDuration(text) === ms) return text;
  }
  return `${decimal(ms)}ms`;
}

/** "90/m" → 1.5. Per second; what is too large for a number is none. */
export function parseRate(text: string): number | undefined {
  const match = ratePattern.exec(text);
  if (match === null) return undefined;
  return finite(Number(match[1]) / { s: 1, m: 60, h: 3600 }[match[2] as 's' | 'm' | 'h']);
}

/** 1.5 → "1.5/s", 1/3 → "20/m": the unit that gives a short number; reading it gives the same rate. */
export function formatRate(perSecond: number): string {
  for (const [name, seconds] of [
    ['s', 1],
    ['m', 60],
    ['h', 3600],
  ] as const) {
    const text = `${Number((perSecond * seconds).toPrecision(9))}/${name}`;
    if (parseRate(text) === perSecond) return text;
  }
  return `${decimal(perSecond)}/s`;
}

/** Longest duration, ms: a leap year. Instants of a run stay whole microseconds that a number holds exactly. */
export const longestMs = 366 * 86_400_000;

/** A duration such as `250ms`, `1.5s`, `10m`, `24h`, at most a year; milliseconds inside. */
export const duration = z.codec(
  z.string({
    error: (issue) =>
      `expected a duration such as 250ms, 1.5s, 10m or 24h, found ${shown(issue.input)}${unitsHint(issue.input, 'ms, s, m or h')}`,
  }),
  z.number(),
  {
    decode: (text, context) => {
      const ms = parseDuration(text);
      if (ms !== undefined && ms <= longestMs) return ms;
      const message =
        ms === undefined
          ? `expected a duration such as 250ms, 1.5s, 10m or 24h, found ${shown(text)}${unitsHint(text, 'ms, s, m or h')}`
          : `expected at most a year (8784h), found ${shown(text)}`;
      context.issues.push({ code: 'custom', input: text, message });
      return z.NEVER;
    },
    encode: formatDuration,
  },
);

/** A duration above zero. */
export const positiveDuration = duration.refine((ms) => ms > 0, { error: 'expected a duration above 0' });

/** A rate such as `8/s` or `300/m`; per second inside. */
export const rate = z.codec(
  z.string({
    error: (issue) => `expected a rate such as 8/s or 300/m, found ${shown(issue.input)}${unitsHint(issue.input, '/s, /m or /h')}`,
  }),
  z.number(),
  {
    decode: (text, context) => {
      const perSecond = parseRate(text);
      if (perSecond === undefined) {
        context.issues.push({
          code: 'custom',
          input: text,
          message: `expected a rate such as 8/s or 300/m, found ${shown(text)}${unitsHint(text, '/s, /m or /h')}`,
        });
        return z.NEVER;
      }
      return perSecond;
    },
    encode: formatRate,
  },
);

/** A rate above zero. */
export const positiveRate = rate.refine((perSecond) => perSecond > 0, { error: 'expected a rate above 0' });

function isCount(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0;
  if (typeof value !== 'string') return false;
  return Number.isSafeInteger(countOf(value));
}

function countOf(value: number | string): number {
  if (typeof value === 'number') return value;
  const match = countPattern.exec(value);
  return match === null ? Number.NaN : Number((Number(match[1]) * (match[2] === 'k' ? 1000 : 1_000_000)).toPrecision(15));
}

/** A whole number from `min` to `max`, also written `50k` or `1M`. */
export function count(min = 0, max = Number.MAX_SAFE_INTEGER) {
  const range = max === Number.MAX_SAFE_INTEGER ? `from ${min} up` : `from ${min} to ${max}`;
  const text = `expected a whole number ${range} (50000, 50k or 1M)`;
  return z.codec(
    z.custom<number | string>(isCount, { error: (issue) => `${text}, found ${shown(issue.input)}` }).meta({
      jsonSchema: {
        anyOf: [
          { type: 'integer', minimum: min, ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }) },
          { type: 'string', pattern: countPattern.source },
        ],
      },
    }),
    z.number().refine((value) => value >= min && value <= max, { error: (issue) => `${text}, found ${shown(issue.input)}` }),
    { decode: countOf, encode: (value) => value },
  );
}

/** A share, 0 … 1. */
export const share = z
  .number({ error: (issue) => `expected a share from 0 to 1, found ${shown(issue.input)}` })
  .refine((value) => value >= 0 && value <= 1, { error: (issue) => `expected a share from 0 to 1, found ${shown(issue.input)}` });

/** A finite number at least `min`. */
export function number(min = Number.NEGATIVE_INFINITY, what = 'a number') {
  const text = min === Number.NEGATIVE_INFINITY ? `expected ${what}` : `expected ${what} of at least ${min}`;
  return z
    .number({ error: (issue) => `${text}, found ${shown(issue.input)}` })
    .refine((value) => value >= min, { error: (issue) => `${text}, found ${shown(issue.input)}` });
}
