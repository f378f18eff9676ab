import { z } from 'zod';
import { define } from '../../kernel/plugin.ts';
import { number } from '../../kernel/units.ts';
import type { FaultSpec } from '../spec.ts';
import type { Fault, FaultScope } from './fault.ts';
import { checkWindow, hitShare, windowPairs, windowShape } from './options.ts';
import { sharedFault } from './reach.ts';

type Options = Extract<FaultSpec, { slow: unknown }>['slow'];

const example = { models: ['flagship'], from: '60s', for: '10m', share: 0.5, factor: 3 };

export const slow = define<Options, Fault, FaultScope>({
  name: 'slow',
  summary: 'makes a share of the answers take longer: first token and all that follows, by a factor',
  options: checkWindow<Options>(
    z
      .strictObject({
        ...windowShape,
        share: hitShare,
        factor: number(1, 'a factor')
          .describe('How many times longer everything takes')
          .meta({ examples: [3] }),
      })
      .describe('A share of the answers takes longer')
      .meta({ examples: [example] }),
  ),
  examples: [...windowPairs(example), [example, { ...example, share: 0.9 }], [example, { ...example, factor: 2 }]],
  create: (options, scope) => sharedFault(options, scope, () => ({ kind: 'slow', factor: options.factor })),
});
