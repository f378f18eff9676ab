import { z } from 'zod';
import { type DialectName, dialects } from '../../../sim/dialects/registry.ts';

const module = z.string().min(1);
const dialectNames = Object.keys(dialects) as DialectName[];

/** The user's own client instead of the parts of a strategy. */
export const codeSchema = z
  .union([
    module.describe('Its module, TypeScript or JavaScript, relative to the file').meta({ examples: ['./my-client.ts'] }),
    z
      .strictObject({
        module: module.describe('Its module, TypeScript or JavaScript, relative to the file').meta({ examples: ['./my-client.ts'] }),
        dialect: z
          .enum(dialectNames)
          .optional()
          .describe('What its package speaks: the base URL that it is given; default the dialect of the workload’s model')
          .meta({ examples: ['anthropic'] }),
      })
      .describe('Its module and what its package speaks')
      .meta({ examples: [{ module: './my-client.ts', dialect: 'anthropic' }] }),
  ])
  .describe('Your own client, unmodified, in virtual time, instead of all other keys but the name')
  .meta({ examples: ['./my-client.ts', { module: './my-client.ts', dialect: 'anthropic' }] });

export type WrittenCode = z.output<typeof codeSchema>;
