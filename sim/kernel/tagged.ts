import { z } from 'zod';
import type { Registry } from './plugin.ts';
import { shown } from './units.ts';

/**
 * A key-tagged choice, e.g. `{ exponential: { base: 1s } }`: one strict object with every tag optional plus the rule
 * "exactly one of". Never a union: a union reports the faults of all its branches, this reports those of the written tag.
 * `extra` are keys that may stand beside the tag.
 */
export function tagged<Extra extends z.ZodRawShape>(family: string, registry: Registry<unknown, never>, extra: Extra) {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, plugin] of Object.entries(registry)) shape[name] = (plugin.options as z.ZodType).optional();
  return exactlyOne(family, Object.keys(registry), z.strictObject({ ...shape, ...extra }));
}

/** Adds the rule that exactly one of `tags` stands in the object. */
export function exactlyOne<T extends z.ZodType<Record<string, unknown>, unknown>>(family: string, tags: readonly string[], schema: T): T {
  return schema.check((context) => {
    const found = tags.filter((tag) => context.value[tag] !== undefined);
    if (found.length === 1) return;
    const list = tags.join(', ');
    const message =
      found.length === 0
        ? `expected one ${family} of: ${list}; found none`
        : `expected exactly one ${family}, found ${found.length}: ${found.join(', ')}`;
    context.issues.push({ code: 'custom', input: context.value, message });
  }) as T;
}

/** The one tag of a parsed choice and its options. */
export function tagOf(
  registry: Registry<unknown, never>,
  choice: Readonly<Record<string, unknown>>,
): { readonly tag: string; readonly options: unknown } {
  for (const tag of Object.keys(registry)) if (choice[tag] !== undefined) return { tag, options: choice[tag] };
  throw new Error(`no known tag in ${shown(choice)}`);
}

/** The part that the one tag of a parsed choice stands for, made with the options behind it. */
export function createTagged<Part, Scope>(
  registry: Registry<Part, Scope>,
  choice: Readonly<Record<string, unknown>>,
  scope: NoInfer<Scope>,
): Part {
  const { tag, options } = tagOf(registry, choice);
  return createNamed(registry, tag, options, scope);
}

/** The part of this name. */
export function createNamed<Part, Scope>(registry: Registry<Part, Scope>, name: string, options: unknown, scope: NoInfer<Scope>): Part {
  const plugin = Object.hasOwn(registry, name) ? registry[name] : undefined;
  if (plugin === undefined) throw new Error(`no known ${shown(name)}; known are ${Object.keys(registry).join(', ')}`);
  return plugin.create(options, scope);
}
