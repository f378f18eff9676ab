import { z } from 'zod';
import { exactlyOne } from '../../../sim/kernel/tagged.ts';
import { routes } from '../route/registry.ts';
import { floorOption, orderOption } from '../route/way-options.ts';
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

const listed = z
  .union([targets, ladder])
  .optional()
  .describe('Targets from the first choice to the last, or ladder')
  .meta({ examples: [['flagship', 'light'], 'ladder'] });

type RouteName = keyof typeof routes;

/** Names of routes, and which option belongs to which of them. */
export const routeNames = Object.keys(routes) as readonly RouteName[];
export const routeOptions: ReadonlyMap<string, readonly RouteName[]> = optionOwners();

function optionOwners(): ReadonlyMap<string, readonly RouteName[]> {
  const owners = new Map<string, RouteName[]>();
  for (const name of routeNames) for (const key of Object.keys(shapeOf(name))) owners.set(key, [...(owners.get(key) ?? []), name]);
  return owners;
}

function shapeOf(name: RouteName): Readonly<Record<string, z.ZodType>> {
  const { options } = routes[name];
  if (!(options instanceof z.ZodObject)) throw new Error(`options of the route ${name} are no object`);
  return options.shape;
}

/** The lists behind the names, and the options of all routes; which may stand together is checked below. */
const names = Object.fromEntries(routeNames.map((name) => [name, listed])) as Record<RouteName, typeof listed>;
const options: Record<string, z.ZodType> = Object.assign({}, ...routeNames.map(shapeOf));

const object = z.strictObject({
  ...names,
  ...customKeys,
  ...options,
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

const routeObject = onlyBesideCustom(exactlyOne('route', [...routeNames, 'custom'], object), ['options', 'targets'])
  .check((context) => {
    const { custom, floor } = context.value;
    const name = routeNames.find((each) => context.value[each] !== undefined);
    const list = name && context.value[name];
    const beside = (key: string, input: unknown, message: string) => context.issues.push({ code: 'custom', input, path: [key], message });
    for (const [key, owners] of routeOptions) {
      const value = (context.value as Readonly<Record<string, unknown>>)[key];
      if (value === undefined || (name !== undefined && owners.includes(name)) || (name === undefined && custom === undefined)) continue;
      beside(
        key,
        value,
        `${key} belongs to ${owners.length === routeNames.length ? 'a named route' : owners.join(', ')}, which is not here`,
      );
    }
    const { weights } = context.value as { readonly weights?: readonly number[] };
    if (weights !== undefined && Array.isArray(list) && weights.length !== list.length)
      beside('weights', weights, `expected a weight for each of the ${list.length} targets, found ${weights.length}`);
    if (Array.isArray(list) && floor !== undefined && list.includes(floor))
      beside('floor', floor, `target ${floor} stands in this route twice`);
  })
  .describe('A route with its options')
  .meta({
    examples: [
      { ordered: ['flagship', 'light'], order: 'retry-first', floor: 'floor' },
      { health: ['flagship', 'light'], decay: '30s', threshold: 0.5, probe: 0.02, slow: 3 },
      { weighted: ['flagship', 'light'], weights: [3, 1], sticky: true },
      { 'least-in-flight': ['flagship', 'light'] },
      { cooldown: ['flagship', 'light'], time: '5s', failures: 3, factor: 2, cap: '2m', retryAfter: 'follow', whenAll: 'wait' },
    ],
  });

type Options = { readonly [option: string]: unknown };

export type WrittenRoute = readonly string[] | (z.output<typeof routeObject> & Options);

export const routeSchema: z.ZodType<WrittenRoute, unknown> = z
  .union([targets, routeObject])
  .describe('Where requests go, and where next when that fails; default the workload’s model alone')
  .meta({ examples: [['flagship', 'light'], { ordered: ['flagship', 'light'], order: 'route-first' }] });
