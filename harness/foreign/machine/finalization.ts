import { replace } from './replace.ts';

/** Puts a FinalizationRegistry in the place of Node's that never calls back: when garbage is collected is real time. */
export function installFinalization(): void {
  class SilentRegistry {
    constructor(callback: unknown) {
      if (typeof callback !== 'function') throw new TypeError('FinalizationRegistry: cleanup must be callable');
    }
    register(): void {}
    unregister(): boolean {
      return false;
    }
    get [Symbol.toStringTag](): string {
      return 'FinalizationRegistry';
    }
  }
  Object.defineProperty(SilentRegistry, 'name', { value: 'FinalizationRegistry' });
  replace(globalThis, 'FinalizationRegistry', SilentRegistry);
}
