import { z } from 'zod';
import { createNamed, createTagged, tagged } from '../../../../sim/kernel/tagged.ts';
import { shown } from '../../../../sim/kernel/units.ts';
import type { Jitter } from './jitter.ts';
import { jitters } from './registry.ts';

/** A jitter as written, decoded: the bare name of one without options, or a tagged choice. */
export type JitterChoice = string | { readonly [tag: string]: unknown };

const names = Object.keys(jitters) as (keyof typeof jitters)[];
const bare = names.filter((name) => jitters[name].options.safeParse({}).success);
const others = names.filter((name) => !bare.includes(name));

export const jitterChoice = z
  .union([
    z
      .enum(bare, {
        error: (issue) =>
          `expected a jitter, one of ${bare.join(', ')}, or ${others.join(', ')} with its options, found ${shown(issue.input)}`,
      })
      .describe('A jitter without options')
      .meta({ examples: ['decorrelated'] }),
    tagged('jitter', jitters, {})
      .describe('A jitter with its options')
      .meta({ examples: [{ scale: [0, 1] }] }),
  ])
  .describe('How waits are spread, so that those who failed together do not come back together')
  .meta({ examples: [{ scale: [0, 1] }, { additive: '1s' }, 'decorrelated'] });

/** The jitter that a decoded choice stands for; none when nothing was chosen. */
export function createJitter(choice: JitterChoice | undefined): Jitter {
  if (choice === undefined) return jitters.none.create({}, undefined);
  if (typeof choice === 'string') return createNamed<Jitter, unknown>(jitters, choice, {}, undefined);
  return createTagged<Jitter, unknown>(jitters, choice, undefined);
}
