import { z } from 'zod';
import { tagged } from '../kernel/tagged.ts';
import type { DialectSpec } from './dialect-spec.ts';
import { dialects } from './registry.ts';

const names = Object.keys(dialects) as [string, ...string[]];

/** `dialect:` of a provider: a name, or a name with options. */
export const dialectSchema = z
  .union([
    z
      .enum(names)
      .describe('A dialect by its name')
      .meta({ examples: ['anthropic'] }),
    tagged('dialect', dialects, {})
      .describe(`One dialect with options: one of ${names.join(', ')}`)
      .meta({ examples: [{ openai: {} }] }),
  ])
  .default('openai')
  .describe('What its errors look like on the wire')
  .meta({ examples: ['anthropic'] }) as z.ZodType as z.ZodType<DialectSpec, unknown>;
