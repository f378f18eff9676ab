import { z } from 'zod';
import { classifiers } from '../classify/registry.ts';
import { customChoice } from './choice.ts';

const names = Object.keys(classifiers) as (keyof typeof classifiers)[];

export const classifySchema = z
  .union([
    z
      .enum(names)
      .describe('A classifier by its name')
      .meta({ examples: ['by-shape'] }),
    customChoice('classifier'),
  ])
  .describe('How the client tells one failure from another; default by-shape')
  .meta({ examples: ['by-shape', 'by-status'] });
