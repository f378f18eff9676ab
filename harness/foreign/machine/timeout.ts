import { AsyncResource } from 'node:async_hooks';
import type { AnyFunction } from './replace.ts';
import type { TimerList, TimerLists } from './timer-lists.ts';

/**
 * What `setTimeout` and `setInterval` return: Node's Timeout, on the virtual clock. Its callback runs in the async context
 * in which it was made.
 */
export class Timeout {
  readonly #lists: TimerLists<Timeout>;
  readonly #scope = new AsyncResource('VirtualTimeout', { requireManualDestroy: true });
  readonly #ms: number;
  readonly #repeats: boolean;
  readonly #args: readonly unknown[];
  #callback: AnyFunction | null;
  #list: TimerList<Timeout> | undefined;
  #refed = true;
  #id: number | undefined;

  /** `ms` is a whole number, 1 … 2^31 − 1. */
  constructor(
    lists: TimerLists<Timeout>,
    callback: AnyFunction,
    { ms, args, repeats }: { ms: number; args: readonly unknown[]; repeats: boolean },
  ) {
    this.#lists = lists;
    this.#callback = callback;
    this.#ms = ms;
    this.#args = args;
    this.#repeats = repeats;
    this.#list = lists.join(this, ms);
  }

  ref(): this {
    this.#refed = true;
    return this;
  }

  unref(): this {
    this.#refed = false;
    return this;
  }

  hasRef(): boolean {
    return this.#refed;
  }

  /** Starts its time anew, also after it fired; does nothing once it is cleared. */
  refresh(): this {
    if (this.#callback === null) return this;
    this.#leave();
    this.#list = this.#lists.join(this, this.#ms);
    return this;
  }

  close(): this {
    this.#leave();
    this.#callback = null;
    if (this.#id !== undefined) this.#lists.byNumber.delete(this.#id);
    return this;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** A number that `clearTimeout` takes as well. */
  [Symbol.toPrimitive](): number {
    this.#id ??= this.#lists.numbered();
    if (this.#callback !== null) this.#lists.byNumber.set(this.#id, this);
    return this.#id;
  }

  // Node clears the timers that its own objects hold by these three.
  get _onTimeout(): AnyFunction | null {
    return this.#callback;
  }
  set _onTimeout(callback: AnyFunction | null) {
    if (callback === null) this.close();
    else this.#callback = callback;
  }
  get _destroyed(): boolean {
    return this.#list === undefined;
  }
  set _destroyed(destroyed: boolean) {
    if (destroyed) this.close();
  }
  get _idleTimeout(): number {
    return this.#callback === null ? -1 : this.#ms;
  }
  set _idleTimeout(ms: number) {
    if (ms === -1) this.close();
  }

  /** Its time has come: for its list alone. */
  static expire(timeout: Timeout): void {
    timeout.#expire();
  }

  #expire(): void {
    const callback = this.#callback;
    this.#list = undefined;
    if (callback === null) return;
    try {
      this.#scope.runInAsyncScope(callback, this, ...this.#args);
    } finally {
      // An interval starts anew after its callback, behind what that armed; unless it was cleared or refreshed there.
      if (this.#repeats && this.#list === undefined && this.#callback !== null) this.#list = this.#lists.join(this, this.#ms);
      else if (this.#list === undefined && this.#id !== undefined) this.#lists.byNumber.delete(this.#id);
    }
  }

  #leave(): void {
    this.#list?.leave(this);
    this.#list = undefined;
  }
}
