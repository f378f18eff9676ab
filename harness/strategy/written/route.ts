import { z } from 'zod';
import { exactlyOne } from '../../../sim/kernel/tagged.ts';
import { floorOption, orderOption } from '../route/ordered.ts';
import { customKeys, onlyBesideCustom } from './choice.ts';
import { failureList } from './failures.ts';

const target = z
  .string()
  .min(1)
  .describe('A target: a model, or provider/model')
  .meta({ examples: ['flagship'] });

const targets = z
  .array(target)
  .min(1, { error: 'expected at least one target' })
  .check((context) => {
    context.value.forEach((name, index) => {
      if (context.value.indexOf(name) === index) return;
      context.issues.push({ code: 'custom', input: name, path: [index], message: `target ${name} stands in this route twice` });
    });
  })
  .describe('Targets from the first choice to the last')
  .meta({ examples: [['flagship', 'light']] });

/** In place of a list: all models of the provider, from the workload's model down by quality. */
const ladder = z
  .literal('ladder')
  .describe('Every model of the provider from the workload’s model down by quality')
  .meta({ examples: ['ladder'] });

const object = z.strictObject({
  ordered: z
    .union([targets, ladder])
    .optional()
    .describe('Targets from the first choice to the last, or ladder')
    .meta({ examples: [['flagship', 'light'], 'ladder'] }),
  ...customKeys,
  targets: targets.optional(),
  order: orderOption.optional(),
  floor: floorOption.optional(),
  on: failureList
    .optional()
    .describe('Classes that move on to another target; default those that retry lists in when, and quota')
    .meta({ examples: [['capacity']] }),
  afterFirstToken: z
    .enum(['fail', 'restart'])
    .optional()
    .describe(
      'What becomes of an answer that breaks off after its first token. fail: the request has failed; restart: it is sent again as when and on say, and what had come is wasted. Default fail',
    )
    .meta({ examples: ['fail'] }),
});

const routeObject = onlyBesideCustom(exactlyOne('route', ['ordered', 'custom'], object), ['options', 'targets'])
  .check((context) => {
    const { custom, ordered, order, floor } = context.value;
    const beside = (key: string, input: unknown, message: string) => context.issues.push({ code: 'custom', input, path: [key], message });
    if (custom !== undefined && order !== undefined) beside('order', order, 'order belongs to ordered, which is not here');
    if (custom !== undefined && floor !== undefined) beside('floor', floor, 'floor belongs to ordered, which is not here');
    if (Array.isArray(ordered) && floor !== undefined && ordered.includes(floor))
      beside('floor', floor, `target ${floor} stands in this route twice`);
  })
  .describe('A route with its options')
  .meta({ examples: [{ ordered: ['flagship', 'light'], order: 'retry-first', floor: 'floor' }] });

export type WrittenRoute = readonly string[] | z.output<typeof routeObject>;

export const routeSchema: z.ZodType<WrittenRoute, unknown> = z
  .union([targets, routeObject])
  .describe('Where requests go, and where next when that fails; default the workload’s model alone')
  .meta({ examples: [['flagship', 'light'], { ordered: ['flagship', 'light'], order: 'route-first' }] });
