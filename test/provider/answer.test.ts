import { describe, expect, it } from 'vitest';
import { scopeFor } from '../../sim/curves/scope.ts';
import { dialectOf } from '../../sim/dialects/registry.ts';
import { Luck } from '../../sim/kernel/random.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';
import type { Answer } from '../../sim/provider/answer.ts';
import { createProvider } from '../../sim/provider/provider.ts';
import type { Said } from '../../sim/provider/said.ts';
import type { ModelSpec, ProviderSpec, ScriptReply } from '../../sim/provider/spec.ts';
import { paced, pool, provider as providerSpec, quota, script } from '../support/scenario.ts';

const never = Number.POSITIVE_INFINITY;
const words = dialectOf('openai').errors('big');

/** What OpenAI sends of it. */
function inWords(said: Said | undefined) {
  if (said === undefined) return undefined;
  return 'literally' in said ? said.literally : words.reply(said.cause, said.form, said.detail);
}

/** Sends attempts one after the other at 0, and gathers what a server is told of each, with the instant at which it is told. */
function told(spec: Partial<ProviderSpec>, { sends = 1, stream = true, input = 10, maxTokens = 4 } = {}) {
  const clock = new VirtualClock();
  const provider = createProvider('', providerSpec(spec), {
    clock,
    luck: new Luck(1, 0),
    calendar: scopeFor({ start: '2026-03-02T00:00', zone: 'UTC', length: 3_600_000, seed: 1, replication: 0, folder: '.' }),
    end: never,
    billed: () => {},
  });
  const heard: (Omit<Answer, 'error'> & { readonly at: number; readonly error: unknown })[] = [];
  for (let entity = 0; entity < sends; entity++) {
    const request = { entity, inputTokens: input, outputTokens: 4, maxTokens, stream };
    provider.serve('big')?.({ request, target: 'big', number: 0 }, { first() {}, end() {} }, (answer) =>
      heard.push({ at: clock.now(), ...answer, error: inWords(answer.error) }),
    );
  }
  while (clock.step());
  return heard;
}

/** First token after 1 s, then one every 0.5 s: the end at 3 s. */
const big = (changes: Partial<ModelSpec> = {}) => ({ models: { big: paced(1000, 500, changes) } });
const ms = 1000;

describe('what a server is told of an answer', () => {
  it.each([
    // streamed · headers
    [true, 20 * ms],
    [false, 3020 * ms],
  ])('when it comes, at the client (streamed %s)', (stream, headersAt) => {
    expect(told({ ...big(), network: { rtt: 20 } }, { stream })).toEqual([
      { at: 10 * ms, headersAt, firstAt: 1020 * ms, step: 500 * ms, tokens: 4, fault: undefined, error: undefined },
    ]);
  });

  it('when the queue grants a slot', () => {
    const queue = { pools: { big: pool(1, { queue: { length: 1 } }) } };
    expect(told({ ...big(), ...queue }, { sends: 2 }).map(({ at, firstAt }) => [at, firstAt])).toEqual([
      [0, 1000 * ms],
      [3000 * ms, 4000 * ms],
    ]);
  });

  it.each<[ScriptReply, object]>([
    [{ cut: 2 }, { fault: 'cut', headersAt: 0, tokens: 2, error: undefined }],
    [
      { stall: 100, after: 1 },
      { fault: 'stall', tokens: 1 },
    ],
    [{ malformed: 3 }, { fault: 'malformed', tokens: 3 }],
    [{ reset: 1 }, { fault: 'reset', tokens: 1 }],
    [{ empty: true }, { fault: 'empty', tokens: 0, firstAt: never }],
    [{ slow: 2 }, { fault: 'slow', tokens: 4, firstAt: 2000 * ms, step: 1000 * ms }],
    [{ refuse: 'hang' }, { fault: 'hang', tokens: 0, headersAt: never }],
    [{ refuse: 'stream-overload' }, { fault: 'stream-overload', tokens: 0, error: { status: 200, headers: {}, body: expect.anything() } }],
    [{ refuse: 'connection' }, { refusedBy: 'network', headersAt: never }],
    [{ refuse: 'quota' }, { refusedBy: 'fault', error: expect.objectContaining({ status: 429 }) }],
    [
      { status: 503, headers: { a: 'b' }, body: 'c' },
      { refusedBy: 'fault', error: { status: 503, headers: { a: 'b' }, body: 'c' } },
    ],
    [{ status: 503 }, { refusedBy: 'fault', error: { status: 503, headers: {}, body: undefined } }],
  ])('what goes wrong: %j', (reply, expected) => {
    expect(told({ ...big(), faults: [script(['big'], [reply])] })).toMatchObject([expected]);
  });
});

describe('what a server is told of a refusal', () => {
  const full = { pools: { big: pool(0) } };
  const message = (text: string) => ({ body: { error: { message: expect.stringContaining(text) } } });

  it('for capacity, with the wait that the model asks for', () => {
    const [answer] = told({ ...full, ...big({ retryAfter: 2000, refuseAfter: 30 }) });
    expect(answer).toMatchObject({
      at: 0,
      headersAt: 30 * ms,
      firstAt: never,
      refusedBy: 'capacity',
      error: { status: 503, headers: { 'retry-after': '2' } },
    });
  });

  it('inside a stream: with its headers, or after tokens whose headers come at once', () => {
    expect(told({ ...full, ...big({ refuseAfter: 30, capacityAs: { status: 0, stream: 1 } }) })).toMatchObject([
      { headersAt: 30 * ms, tokens: 0, error: { status: 200 } },
    ]);
    const late = { capacityAs: { status: 0, stream: 0, streamAfter: { share: 1, tokens: 3 } } };
    expect(told({ ...full, ...big(late) })).toMatchObject([
      { headersAt: 0, firstAt: 1000 * ms, step: 500 * ms, tokens: 3, error: { status: 200 } },
    ]);
  });

  it.each([
    // what · refused by · figures
    ['a quota', { quota: quota({ rpm: 60, burst: 1 }) }, { sends: 2 }, 'quota', 'Limit 60, Used 60, Requested 1. Please try again in 1s.'],
    [
      'attempts at once',
      { quota: quota({ concurrent: 1 }) },
      { sends: 2 },
      'quota',
      'Limit 1, Used 1, Requested 1. Please try again later.',
    ],
    ['more than a quota ever holds', { quota: quota({ tpm: 12 }) }, {}, 'hard', 'Limit 12, Requested 14'],
    ['more than the context', { context: 13 }, {}, 'hard', '13 tokens. However, you requested 14 tokens'],
  ] as const)('for %s, with its figures', (_, changes, how, refusedBy, text) => {
    const answers = told({ pools: { big: pool(9) }, ...big(changes) }, how);
    expect(answers.at(-1)).toMatchObject({ refusedBy, error: message(text) });
  });
});
