import { z } from 'zod';
import { count, duration, number, share } from '../../kernel/units.ts';
import { jsonShapes } from '../output.ts';
import { distributionSchema, firstTokenSchema, sumsToOne } from './distribution.ts';
import { besideSlots, slotsSchema } from './pool.ts';
import { quotaSchema } from './quota.ts';

const capacityAs = z
  .strictObject({
    status: share
      .default(0)
      .describe('Share that is refused with an HTTP status')
      .meta({ examples: [0.5] }),
    stream: share
      .default(0)
      .describe('Share that is refused by an error event inside a 200, before any token')
      .meta({ examples: [0.4] }),
    streamAfter: z
      .strictObject({
        share: share.describe('Share that is refused so').meta({ examples: [0.1] }),
        tokens: count(1)
          .describe('Output tokens before the error')
          .meta({ examples: [400] }),
      })
      .optional()
      .describe('By an error event after some tokens')
      .meta({ examples: [{ share: 0.1, tokens: 400 }] }),
  })
  .refine(({ status, stream, streamAfter }) => sumsToOne([status, stream, streamAfter?.share ?? 0]), {
    error: 'expected shares that are 1 together',
  })
  .prefault({ status: 1 })
  .describe('What a refusal for want of capacity looks like; attempts that ask for no stream get the status')
  .meta({ examples: [{ status: 0.5, stream: 0.4, streamAfter: { share: 0.1, tokens: 400 } }] });

function price(of: string) {
  return number(0, 'a price')
    .default(0)
    .describe(`US dollars for a million ${of} tokens`)
    .meta({ examples: [3] });
}

const output = z
  .strictObject({
    json: z
      .enum(jsonShapes)
      .describe('plain; fenced: in a code fence; chatty: with a sentence before and after it; fenced+chatty; broken: nobody can read it')
      .meta({ examples: ['fenced+chatty'] }),
  })
  .optional()
  .describe('Answers are JSON in this shape, unless the request has them constrained to a schema; plain where `workload.expects` is json')
  .meta({ examples: [{ json: 'fenced+chatty' }] });

const usdPerMillion = z
  .strictObject({ input: price('input'), output: price('output') })
  .prefault({})
  .describe('What it costs')
  .meta({ examples: [{ input: 3, output: 15 }] });

const shape = z.strictObject({
  pool: z
    .string()
    .optional()
    .describe('The pool that serves it')
    .meta({ examples: ['big'] }),
  slots: slotsSchema.optional().describe('Slots of its own, instead of `pool`; the pool then has the name of the model'),
  ...besideSlots,
  service: distributionSchema
    .optional()
    .describe('The whole time of service, instead of `firstToken` and `tokensPerSecond`; tokens come evenly')
    .meta({ examples: ['2s', { exponential: '1s' }] }),
  firstToken: firstTokenSchema
    .optional()
    .describe('Time to the first token; 500ms by default')
    .meta({ examples: [{ p50: '900ms', p99: '4s', perInputToken: '0.1ms' }, '500ms'] }),
  tokensPerSecond: number(0, 'a number of tokens')
    .refine((rate) => rate > 0, { error: 'expected more than 0 tokens a second' })
    .optional()
    .describe('Output tokens a second after the first one; 50 by default')
    .meta({ examples: [45] }),
  quota: quotaSchema.optional(),
  context: count(1)
    .optional()
    .describe('Most input and maximum output tokens together; no bound by default')
    .meta({ examples: [128000] }),
  capacityAs,
  refuseAfter: duration
    .prefault('10ms')
    .describe('How long a refusal takes')
    .meta({ examples: ['10ms'] }),
  retryAfter: duration
    .optional()
    .describe('Wait that is sent with refusals for want of capacity; none by default')
    .meta({ examples: ['2s'] }),
  onCancel: z
    .enum(['release', 'finish'])
    .default('release')
    .describe('What happens to the slot when a client gives up: free at once, or taken until the answer is done')
    .meta({ examples: ['finish'] }),
  output,
  usdPerMillion,
  quality: share
    .default(1)
    .describe('What an answer is worth, 1 for the best')
    .meta({ examples: [0.8] }),
});

type Keys = z.output<typeof shape>;

/** One entry of `models:`. */
export const modelSchema = shape
  .check((context) => {
    for (const { path, message } of problemsOf(context.value)) context.issues.push({ code: 'custom', input: context.value, path, message });
  })
  .describe('A model: where it is served, how fast, what it refuses and what it costs')
  .meta({
    examples: [
      { slots: 8, service: { exponential: '1s' } },
      { pool: 'big', firstToken: '900ms', tokensPerSecond: 45 },
    ],
  });

function problemsOf(model: Keys): { readonly path: string[]; readonly message: string }[] {
  const problems: { path: string[]; message: string }[] = [];
  if ((model.pool === undefined) === (model.slots === undefined)) {
    const found = model.pool === undefined ? 'neither' : 'both';
    problems.push({ path: [], message: `expected one of pool (a shared one) and slots (of its own), found ${found}` });
  }
  if (model.pool !== undefined && model.slots === undefined) {
    for (const key of ['queue', 'otherTenants', 'slowdown'] as const)
      if (model[key] !== undefined) problems.push({ path: [key], message: `${key} belongs to the pool, or beside slots` });
  }
  if (model.service !== undefined) {
    for (const key of ['firstToken', 'tokensPerSecond'] as const)
      if (model[key] !== undefined) problems.push({ path: [key], message: `service stands instead of ${key}` });
  }
  return problems;
}
