import type { Plugin } from '../../sim/kernel/plugin.ts';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { call, type Guard } from './guards/call.ts';
import type { CustomSpec } from './spec.ts';

/** What the user's modules export, by file URL: the default export, or else the only one. */
export type Modules = ReadonlyMap<string, unknown>;

/**
 * The part that a user's module makes of its options, held to its contract by `guard`. InputError when the module is no
 * plug-in or its schema refuses the options; CodedError `bound` when `create` throws or makes something else. `part` is
 * what the part is called in messages.
 */
export function createCustom<Part, Scope>(custom: CustomSpec, modules: Modules, scope: Scope, part: string, guard: Guard<Part>): Part {
  const plugin = modules.get(custom.module);
  if (!isPlugin<Part, Scope>(plugin))
    throw new InputError([
      {
        file: custom.module,
        message: 'expected a plug-in as the default or only export: { name, summary, options (a zod schema), examples, create }',
      },
    ]);
  const options = plugin.options.safeParse(custom.options ?? {});
  const where = `${part} ${custom.module.replace(/^.*\//, '')}`;
  if (options.success)
    return guard(
      call(where, 'create', () => plugin.create(options.data, scope)),
      where,
    );
  throw new InputError(
    options.error.issues.map(
      (issue): Problem => ({ file: custom.module, key: ['options', ...issue.path].map(String).join('.'), message: issue.message }),
    ),
  );
}

/** True for what has the shape of a plug-in. */
export function isPlugin<Part, Scope>(value: unknown): value is Plugin<unknown, Part, Scope> {
  if (typeof value !== 'object' || value === null) return false;
  const { name, options, create } = value as Partial<Plugin<unknown, Part, Scope>>;
  return typeof name === 'string' && typeof create === 'function' && typeof options?.safeParse === 'function';
}
