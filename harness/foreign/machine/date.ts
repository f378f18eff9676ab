import { replace } from './replace.ts';

/**
 * Puts a Date in the place of Node's that reads the time from `nowMs` (milliseconds since 1970, fractions dropped). It shares
 * the prototype, so that `instanceof`, subclasses and `structuredClone` see no difference.
 */
export function installDate(nowMs: () => number): void {
  const RealDate = globalThis.Date;
  const now = (): number => Math.floor(nowMs());
  function VirtualDate(...written: unknown[]): unknown {
    if (new.target === undefined) return new RealDate(now()).toString();
    return Reflect.construct(RealDate, written.length === 0 ? [now()] : written, new.target);
  }
  Object.defineProperties(VirtualDate, {
    name: { value: 'Date', configurable: true },
    length: { value: RealDate.length, configurable: true },
    prototype: { value: RealDate.prototype, writable: false },
    now: { value: Object.defineProperty(now, 'name', { value: 'now' }), writable: true, configurable: true },
    parse: { value: RealDate.parse, writable: true, configurable: true },
    UTC: { value: RealDate.UTC, writable: true, configurable: true },
  });
  replace(RealDate.prototype, 'constructor', VirtualDate);
  replace(globalThis, 'Date', VirtualDate);
}
