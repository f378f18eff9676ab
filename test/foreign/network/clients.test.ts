import { beforeAll, describe, expect, test } from 'vitest';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { clientModule } from '../../server/clients.ts';
import { runFixture } from './run-fixture.ts';

interface Said {
  readonly outcomes: Readonly<
    Record<string, { readonly text: string; readonly attempts: readonly number[]; readonly ms: number; readonly error?: object }>
  >;
  readonly state: { readonly requests: object; readonly consistent: boolean };
}

const fileOf = (name: string) => packagePath('test', 'clients', 'node_modules', name, 'index.mjs');

// The script's words have six tokens: the first after 10 ms, the others and the end 10 ms apart.
const whole = 70;

// Both wait 0.5 s · 2^n less a quarter of it for luck of 0.5: 437.5 and 875 ms, cut to whole ones by timers.
const [once, twice] = [437, 437 + 875];

describe.each([
  ['openai', 'openai', []],
  ['anthropic', '@anthropic-ai/sdk', ['openai']],
] as const)('the %s package in virtual time', (_title, name, before) => {
  const said = {} as Record<'fast' | 'sockets', Said>;

  beforeAll(async () => {
    await clientModule(name, 'index.mjs');
    for (const front of ['fast', 'sockets'] as const) said[front] = await runFixture<Said>('clients.mjs', front, ...before, fileOf(name));
  });

  test('meets the same at the same millisecond through our fetch and through Node’s own over sockets', () => {
    expect(said.fast).toEqual(said.sockets);
    expect(said.fast.state).toMatchObject({ requests: { open: 0, uploading: 0, left: 3 }, consistent: true });
  });

  test.each([
    ['plain', [0], whole],
    ['stream', [0], whole],
    ['429 with a hint', [0, 3000], 3000 + whole],
    ['429 to the end', [0, once, twice], twice],
    ['503, 529', [0, once, twice], twice + whole],
    // A connection is lost 5 ms after what came before it.
    ['reset', [0, once + 5], once + 5 + whole],
    ['hang', [0, 2000 + once, 4000 + twice], 6000 + twice],
    // Two tokens, a second, and the loss.
    ['stall', [0], 1020],
    ['reset in a stream', [0], 25],
  ])('%s: attempts at %j, over after %d ms', (call, attempts, ms) => {
    expect(said.fast.outcomes[call]).toMatchObject({ attempts, ms });
  });

  test('raises its own errors', () => {
    const raised = Object.entries(said.fast.outcomes).flatMap(([call, { error }]) => (error === undefined ? [] : [[call, error]]));
    expect(Object.fromEntries(raised)).toMatchObject({
      '429 to the end': { class: 'RateLimitError', status: 429 },
      hang: { class: 'APIConnectionTimeoutError' },
      stall: { message: 'terminated', cause: { code: 'UND_ERR_SOCKET', message: 'other side closed' } },
      'reset in a stream': { message: 'terminated', cause: { code: 'ECONNRESET' } },
    });
    expect(raised).toHaveLength(4);
  });
});
