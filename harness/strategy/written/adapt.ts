import { z } from 'zod';
import { adapters } from '../adapt/registry.ts';
import { customChoice } from './choice.ts';

const names = Object.keys(adapters) as (keyof typeof adapters)[];

export const adaptSchema = z
  .union([
    z
      .enum(names)
      .describe('An adapter by its name')
      .meta({ examples: ['unwrap'] }),
    customChoice('adapter'),
  ])
  .describe(
    'What is made of an answer’s text before its caller reads it, where `workload.expects` says what callers read; nothing by default',
  )
  .meta({ examples: ['unwrap'] });
