import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { InputError } from '../../kernel/problem.ts';
import { reply as replySchema } from '../../provider/faults/reply.ts';
import type { Target } from '../life.ts';
import { namesOf, type World } from '../world.ts';
import { faultsOf } from './fault-entry.ts';
import { decoded } from './problems.ts';

/** The grammar's word, spelt through a name: an object literal with such a key looks like a promise to the linter. */
const last = 'then';

const wanted = z.strictObject({
  model: z.string(),
  per: z.enum(['request', 'arrival']).default('arrival'),
  replies: z.array(replySchema).max(10_000),
  [last]: replySchema.default('ok'),
});

/**
 * `POST /_admin/scripts` with `{ "model": "big", "replies": [{ "refuse": "capacity" }, "ok"] }`: what happens to the next
 * attempts at a model, one after the other, and `then` to all later ones. The next script of the model replaces it, one
 * without replies ends it. `per: request` shows every request the list from its start, by the try that the caller says it
 * is at.
 */
export function addScripts(admin: FastifyInstance, world: World): void {
  admin.post('/scripts', (request, reply) =>
    world.clock.event(() => {
      const { model, ...script } = decoded(wanted, request.body);
      const target = world.targets.get(model);
      if (target === undefined) throw new InputError([{ key: 'model', message: `expected one of ${namesOf(world).join(', ')}` }]);
      const id = `script:${target.name}`;
      const controls = controlsOf(world, target);
      if (script.replies.length === 0) controls?.switchOff(id);
      else controls?.switchOn(id, { script: { models: [target.model.name], ...script } });
      return reply.code(script.replies.length === 0 ? 200 : 201).send({ faults: faultsOf(world) });
    }),
  );
}

function controlsOf({ providers, controls }: World, { model }: Target) {
  const provider = [...providers].find(([, { models }]) => models.get(model.name) === model)?.[0];
  return provider === undefined ? undefined : controls.get(provider);
}
