import { z } from 'zod';
import type { Registry } from '../../../sim/kernel/plugin.ts';
import { exactlyOne } from '../../../sim/kernel/tagged.ts';

const customPath = z
  .string()
  .min(1)
  .describe('A module of your own that exports a plug-in; relative to the file')
  .meta({ examples: ['./my-part.ts'] });

export const customKeys = {
  custom: customPath.optional(),
  options: z
    .unknown()
    .optional()
    .describe('Options of the custom module, checked by its own schema')
    .meta({ examples: [{ base: '1s' }] }),
};

/** One plug-in of a family by its tag, or `custom` with `options`; `extra` are keys that may stand beside it. */
export function choice<Extra extends z.ZodRawShape>(family: string, registry: Registry<unknown, never>, extra: Extra) {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, plugin] of Object.entries(registry)) shape[name] = (plugin.options as z.ZodType).optional();
  const object = z.strictObject({ ...shape, ...customKeys, ...extra });
  return onlyBesideCustom(exactlyOne(family, [...Object.keys(registry), 'custom'], object), ['options']);
}

/** A user's module where a bare name could stand as well. */
export function customChoice(part: string) {
  return onlyBesideCustom(z.strictObject({ ...customKeys, custom: customPath }), [])
    .describe(`A module of your own as ${part}`)
    .meta({ examples: [{ custom: './my-part.ts' }] });
}

/** Adds the rule that none of `keys` stands in the object without `custom`. */
export function onlyBesideCustom<T extends z.ZodType<Record<string, unknown>, unknown>>(schema: T, keys: readonly string[]): T {
  return schema.check((context) => {
    for (const key of keys) {
      if (context.value[key] === undefined || context.value.custom !== undefined) continue;
      context.issues.push({
        code: 'custom',
        input: context.value[key],
        path: [key],
        message: `${key} belongs to custom, which is not here`,
      });
    }
  }) as T;
}
