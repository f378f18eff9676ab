import { z } from 'zod';
import { define } from '../../kernel/plugin.ts';
import type { FaultSpec } from '../spec.ts';
import type { Fault, FaultScope } from './fault.ts';
import { checkWindow, pools, refusalName, windowPairs, windowShape } from './options.ts';
import { modelsOf, sharedFault } from './reach.ts';
import { refusalEffect } from './refusal.ts';
import { compileWindows } from './windows.ts';

type Options = Extract<FaultSpec, { outage: unknown }>['outage'];

const example = { models: ['flagship'], from: '14:10', for: '12m', tenants: true };

export const outage = define<Options, Fault, FaultScope>({
  name: 'outage',
  summary: 'refuses every attempt of some models for a while, and the other tenants of their pools if asked',
  options: checkWindow<Options>(
    z
      .strictObject({
        ...windowShape,
        pools,
        tenants: z
          .boolean()
          .default(false)
          .describe('Refuses the other tenants of those pools too, whose retries then meet the recovery')
          .meta({ examples: [true] }),
        as: refusalName.default('capacity'),
      })
      .describe('Nothing is served for a while')
      .meta({ examples: [example] }),
  ),
  examples: [
    ...windowPairs(example),
    [
      { ...example, models: undefined, pools: ['big'] },
      { ...example, models: undefined, pools: ['small'] },
    ],
    [example, { ...example, tenants: false }],
    [example, { ...example, as: 'connection' }],
  ],
  create(options, scope) {
    const hit = new Set([...modelsOf(options, scope)].map((model) => scope.poolOf[model]));
    const windows = compileWindows(options, scope);
    return {
      ...sharedFault({ ...options, share: 1 }, scope, (model) => refusalEffect(options.as, scope.errors(model))),
      tenants: (pool) => (options.tenants && (hit.has(pool) || options.pools?.includes(pool) === true) ? windows : undefined),
    };
  },
});
