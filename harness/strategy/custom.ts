import type { Plugin } from '../../sim/kernel/plugin.ts';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { call, type Guard } from './guards/call.ts';
import type { CustomSpec } from './spec.ts';

/** What the user's modules export, by file URL: the default export, or else the only one. */
export type Modules = ReadonlyMap<string, unknown>;

/**
 * The part that a user's module makes of its options, held to its contract by `guard`. InputError when the module is no
 * plug-in, its schema refuses the options, or it throws; CodedError `bound` when `create` makes something else. `part` is
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
  const users = { part, module: custom.module };
  const options = call(users, () => plugin.options.safeParse(custom.options ?? {}));
  if (options.success)
    return guard(
      call(users, () => plugin.create(options.data, scope)),
      users,
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
