import { type AnyFunction, replace } from './replace.ts';

/** What reads the time without being told it: `Intl.DateTimeFormat` without an argument, and `Temporal.Now` where it exists. */
export function installCalendar(nowMs: () => number): void {
  const now = (): number => Math.floor(nowMs());
  formatNow(now);
  const temporal: unknown = Reflect.get(globalThis, 'Temporal');
  if (isTemporal(temporal)) temporalNow(temporal, now);
}

function formatNow(now: () => number): void {
  const { prototype } = Intl.DateTimeFormat;
  const format = Object.getOwnPropertyDescriptor(prototype, 'format');
  const bound = new WeakMap<object, AnyFunction>();
  Object.defineProperty(prototype, 'format', {
    ...format,
    get(this: Intl.DateTimeFormat): AnyFunction {
      const mine = bound.get(this);
      if (mine !== undefined) return mine;
      const real = format?.get?.call(this) as (date: unknown) => string;
      const made = (date?: unknown): string => real(date === undefined ? now() : date);
      bound.set(this, made);
      return made;
    },
  });
  const { formatToParts } = prototype;
  replace(prototype, 'formatToParts', function (this: Intl.DateTimeFormat, date?: number | Date) {
    return formatToParts.call(this, date === undefined ? now() : date);
  });
}

/** As much of Temporal as is needed. */
interface Temporal {
  readonly Instant: { fromEpochMilliseconds(ms: number): { toZonedDateTimeISO(zone: unknown): Record<string, () => unknown> } };
  readonly Now: object;
}

function isTemporal(value: unknown): value is Temporal {
  return typeof value === 'object' && value !== null && 'Now' in value && typeof value.Now === 'object' && 'Instant' in value;
}

function temporalNow({ Instant, Now }: Temporal, now: () => number): void {
  const here = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zoned = (zone: unknown = here()) => Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(zone);
  replace(Now, 'instant', () => Instant.fromEpochMilliseconds(now()));
  replace(Now, 'zonedDateTimeISO', zoned);
  replace(Now, 'plainDateTimeISO', (zone?: unknown) => zoned(zone).toPlainDateTime?.());
  replace(Now, 'plainDateISO', (zone?: unknown) => zoned(zone).toPlainDate?.());
  replace(Now, 'plainTimeISO', (zone?: unknown) => zoned(zone).toPlainTime?.());
}
