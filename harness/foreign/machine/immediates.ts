import { type AnyFunction, dressed, replace } from './replace.ts';

export interface Immediates {
  /** Node's own; for the machine. */
  readonly real: (run: () => void) => void;
  /** For the user: what it starts keeps the thread from settling, and chains of it have an end. */
  readonly setImmediate: (callback: AnyFunction, ...args: unknown[]) => NodeJS.Immediate;
  /** An event fired: chains begin anew. */
  restart(): void;
}

export interface ImmediateOptions {
  /** The longest chain, each begun by the one before, without an event between. */
  readonly longestChain: number;
  /** Told of a chain that is longer; what would go on with it is not run. */
  readonly tooLong: () => void;
}

/** Node's immediates, which are real and in order; only that they cannot be unref'd, and that an endless chain is found. */
export function createImmediates({ longestChain, tooLong }: ImmediateOptions): Immediates {
  const { setImmediate: real, clearImmediate: clear } = globalThis;
  let depth = 0;
  const probe = real(() => {});
  clear(probe);
  neutraliseUnref(Object.getPrototypeOf(probe) as object);
  const setImmediate = (callback: AnyFunction, ...args: unknown[]): NodeJS.Immediate => {
    // Node's own words for what is no function.
    if (typeof callback !== 'function') return real(callback as () => void);
    const mine = depth + 1;
    const immediate = real(function (this: unknown) {
      depth = mine;
      callback.apply(this, args);
    });
    if (mine <= longestChain) return immediate;
    clear(immediate);
    tooLong();
    return immediate;
  };
  return {
    real: (run) => {
      real(run);
    },
    setImmediate: dressed(setImmediate, real),
    restart: () => {
      depth = 0;
    },
  };
}

/** An unref'd immediate would run or not run by luck: the thread settles without it. */
function neutraliseUnref(prototype: object): void {
  const unrefed = new WeakSet<object>();
  replace(prototype, 'unref', function (this: object) {
    unrefed.add(this);
    return this;
  });
  // Node's own `ref` does what keeps the loop alive; every new immediate calls it.
  const ref = Reflect.get(prototype, 'ref') as AnyFunction;
  replace(prototype, 'ref', function (this: object) {
    unrefed.delete(this);
    return ref.call(this);
  });
  replace(prototype, 'hasRef', function (this: object) {
    return !unrefed.has(this);
  });
}
