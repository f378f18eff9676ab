/** A function of somebody else's, of which nothing is known. */
export type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** Puts `value` in the place of `target[name]`, as visible as what was there. */
export function replace(target: object, name: PropertyKey, value: unknown): void {
  const enumerable = Object.getOwnPropertyDescriptor(target, name)?.enumerable ?? false;
  Object.defineProperty(target, name, { value, enumerable, writable: true, configurable: true });
}

/** `made` with the name, the arity and everything else that hangs on the function it stands for (`util.promisify` looks there). */
export function dressed<Made extends object>(made: Made, original: object): Made {
  const { prototype: _, ...descriptors } = Object.getOwnPropertyDescriptors(original) as Record<string, PropertyDescriptor>;
  Object.defineProperties(made, descriptors);
  return made;
}

/** Puts what `wrap` makes of it in the place of the function `target[name]`; leaves alone what is not there. */
export function wrapFunction(target: object, name: PropertyKey, wrap: (original: AnyFunction) => AnyFunction): void {
  const original: unknown = Reflect.get(target, name);
  if (typeof original === 'function') replace(target, name, dressed(wrap(original as AnyFunction), original));
}

/** The nearest object, from `start` up its prototypes, that has the property itself. */
export function holderOf(start: object, name: PropertyKey): object | undefined {
  let holder: object | null = start;
  while (holder !== null && !Object.hasOwn(holder, name)) holder = Object.getPrototypeOf(holder) as object | null;
  return holder ?? undefined;
}
