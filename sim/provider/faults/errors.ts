import { z } from 'zod';
import { define } from '../../kernel/plugin.ts';
import type { FaultSpec } from '../spec.ts';
import type { Fault, FaultScope } from './fault.ts';
import { checkWindow, hitShare, refusalName, windowPairs, windowShape } from './options.ts';
import { sharedFault } from './reach.ts';
import { refusalEffect } from './refusal.ts';

type Options = Extract<FaultSpec, { errors: unknown }>['errors'];

const example = { models: ['flagship'], from: '60s', for: '10m', share: 0.02, as: 'server_error' };

export const errors = define<Options, Fault, FaultScope>({
  name: 'errors',
  summary: 'refuses a share of the attempts with one error',
  options: checkWindow<Options>(
    z
      .strictObject({ ...windowShape, share: hitShare, as: refusalName.default('server_error') })
      .describe('A share of the attempts fails')
      .meta({ examples: [example] }),
  ),
  examples: [...windowPairs(example), [example, { ...example, share: 0.5 }], [example, { ...example, as: 'hang' }]],
  create: (options, scope) => sharedFault(options, scope, (model) => refusalEffect(options.as, scope.errors(model))),
});
