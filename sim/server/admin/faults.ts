import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { InputError, type Problem } from '../../kernel/problem.ts';
import { tagged } from '../../kernel/tagged.ts';
import type { Controls } from '../../provider/controls.ts';
import { faults } from '../../provider/faults/registry.ts';
import type { FaultSpec, FaultWindow } from '../../provider/spec.ts';
import type { World } from '../world.ts';
import { faultsOf } from './fault-entry.ts';
import { decoded, sendProblems } from './problems.ts';

const { script: _, ...switched } = faults;

const wanted = tagged('fault', switched, {
  name: z
    .string()
    .regex(/^[\w-]{1,60}$/, { error: 'expected a name of up to 60 letters, digits, _ and -' })
    .optional(),
  provider: z.string().optional(),
});

/**
 * `GET /_admin/faults`; `POST /_admin/faults` with `{ "outage": { "for": "30s" }, "name": "mine" }` switches one on at once,
 * for as long as it says, and replaces one of the same name; `DELETE /_admin/faults/mine` switches it off,
 * `DELETE /_admin/faults` all of them, the scenario's own too. `provider` says whose it is where there are several.
 */
export function addFaults(admin: FastifyInstance, world: World): void {
  const list = () => ({ faults: world.clock.event(() => faultsOf(world)) });
  admin.get('/faults', list);
  admin.post('/faults', (request, reply) =>
    world.clock.event(() => {
      const { name, provider, ...fault } = decoded(wanted, request.body);
      const controls = controlsOf(world, provider as string | undefined);
      const spec = fault as unknown as FaultSpec;
      const problems = [...windowProblems(spec), ...referenceProblems(spec, controls)];
      if (problems.length > 0) throw new InputError(problems);
      const id = (name as string | undefined) ?? unused(world);
      controls.switchOn(id, spec);
      for (const other of world.controls.values()) if (other !== controls) other.switchOff(id);
      return reply.code(201).send(faultsOf(world).find((entry) => entry.id === id));
    }),
  );
  admin.delete('/faults', () => {
    world.clock.event(() => {
      for (const controls of world.controls.values()) for (const { id } of controls.faults) controls.switchOff(id);
    });
    return list();
  });
  admin.delete<{ Params: { readonly id: string } }>('/faults/:id', ({ params }, reply) => {
    const found = world.clock.event(() => [...world.controls.values()].filter((controls) => controls.switchOff(params.id)));
    return found.length > 0 ? list() : sendProblems(reply, 404, ['no such fault']);
  });
}

function controlsOf({ controls }: World, provider: string | undefined): Controls {
  const [only] = controls.values();
  const found = provider === undefined && controls.size === 1 ? only : controls.get(provider ?? '');
  if (found !== undefined) return found;
  throw new InputError([{ key: 'provider', message: `expected one of ${[...controls.keys()].join(', ')}` }]);
}

/** It begins now. */
function windowProblems(spec: FaultSpec): readonly Problem[] {
  return Object.entries(spec).flatMap(([tag, options]: [string, FaultWindow]) =>
    (['from', 'daily'] as const)
      .filter((key) => options[key] !== undefined)
      .map((key) => ({ key: `${tag}.${key}`, message: 'a fault that is switched on begins now; leave it out' })),
  );
}

function referenceProblems(spec: FaultSpec, { spec: { models, pools } }: Controls): readonly Problem[] {
  const known = { models: Object.keys(models), pools: Object.keys(pools) };
  return Object.entries(spec).flatMap(
    ([tag, options]: [string, { readonly models?: readonly string[]; readonly pools?: readonly string[] }]) =>
      (['models', 'pools'] as const).flatMap((key) =>
        (options[key] ?? []).flatMap((name, index) =>
          known[key].includes(name) ? [] : [{ key: `${tag}.${key}.${index}`, message: `expected one of ${known[key].join(', ')}` }],
        ),
      ),
  );
}

function unused(world: World): string {
  const taken = new Set(faultsOf(world).map(({ id }) => id));
  for (let number = 1; ; number++) if (!taken.has(`fault-${number}`)) return `fault-${number}`;
}
