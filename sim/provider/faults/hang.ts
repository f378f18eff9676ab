import { z } from 'zod';
import { define } from '../../kernel/plugin.ts';
import type { FaultSpec } from '../spec.ts';
import type { Fault, FaultScope } from './fault.ts';
import { checkWindow, hitShare, windowPairs, windowShape } from './options.ts';
import { sharedFault } from './reach.ts';

type Options = Extract<FaultSpec, { hang: unknown }>['hang'];

const example = { models: ['flagship'], from: '60s', for: '10m', share: 0.5 };

export const hang = define<Options, Fault, FaultScope>({
  name: 'hang',
  summary: 'accepts a share of the attempts and never answers; the slot stays taken until the client gives up',
  options: checkWindow<Options>(
    z
      .strictObject({ ...windowShape, share: hitShare })
      .describe('A share of the attempts is never answered')
      .meta({ examples: [example] }),
  ),
  examples: [...windowPairs(example), [example, { ...example, share: 0.9 }]],
  create: (options, scope) => sharedFault(options, scope, () => ({ kind: 'hang', factor: 1 })),
});
