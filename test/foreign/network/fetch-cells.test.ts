import { beforeAll, describe, expect, test } from 'vitest';
import { runFixture } from './run-fixture.ts';

interface Outcome {
  readonly status?: number;
  readonly text?: string;
  readonly error?: { readonly cause?: { readonly message: string; readonly code: string } };
  readonly afterMs?: number;
}

interface Said {
  readonly outcomes: Readonly<Record<string, Outcome>>;
  readonly state: {
    readonly requests: Readonly<Record<string, number>>;
    readonly providers: { readonly default: { readonly pools: { readonly big: object } } };
    readonly consistent: boolean;
  };
  readonly refused: readonly string[];
}

/** Node's own fetch over loopback; the same over virtual sockets; ours. */
const fronts = ['real', 'sockets', 'fast'] as const;
const said = {} as Record<(typeof fronts)[number], Said>;

beforeAll(async () => {
  for (const front of fronts) said[front] = await runFixture<Said>('fetch-cells.mjs', front);
});

/** But for when, and for the address that nothing answers at. */
function comparable({ outcomes }: Said): object {
  const { refused, ...others } = outcomes;
  const same = Object.fromEntries(Object.entries(others).map(([name, { afterMs: _, ...outcome }]) => [name, outcome]));
  const { cause, ...error } = refused?.error ?? {};
  return { ...same, refused: { ...error, cause: { ...cause, message: cause?.message.slice(0, 'connect ECONNREFUSED'.length) } } };
}

describe.each(['sockets', 'fast'] as const)('fetch over %s', (front) => {
  test('is told what it is told over loopback: heads, bodies, errors and their causes', () => {
    expect(comparable(said[front])).toEqual(comparable(said.real));
  });

  test('gives up after five minutes without a head, and without a piece of a body', () => {
    const { hang, 'silence in a stream': silence } = said[front].outcomes;
    // Undici looks at its limits every half a second; the stream's first token and the next one take 20 ms.
    const late = front === 'fast' ? 0 : 1000;
    for (const [outcome, ms] of [
      [hang, 300_000],
      [silence, 300_020],
    ] as const) {
      expect(outcome?.afterMs).toBeGreaterThanOrEqual(ms);
      expect(outcome?.afterMs).toBeLessThanOrEqual(ms + late);
    }
  });

  test('frees the slot of a client that leaves', () => {
    const { requests, providers, consistent } = said[front].state;
    // Two that hang, one that falls silent, three that leave a stream.
    expect(requests).toMatchObject({ open: 0, uploading: 0, left: 6 });
    expect(providers.default.pools.big).toMatchObject({ busy: 0, own: 0 });
    expect(consistent).toBe(true);
  });

  test('names what is not served', () => {
    const call = front === 'fast' ? 'fetch' : 'net.connect';
    expect(said[front].refused).toEqual([`${call} elsewhere.localhost:9999`]);
    expect(said[front].outcomes.refused?.error?.cause?.message).toBe(
      `connect ECONNREFUSED elsewhere.localhost:9999 (${call}: this run has no network but provider.localhost)`,
    );
  });
});

test('every fault of the provider is met', () => {
  const { outcomes } = said.real;
  const seen = Object.entries(outcomes).map(([name, { status, error }]) => [name, status ?? error?.cause?.code]);
  expect(Object.fromEntries(seen)).toMatchObject({
    plain: 200,
    '429 with a hint': 429,
    '503': 503,
    '529': 529,
    'reset before the head': 'ECONNRESET',
    hang: 'UND_ERR_HEADERS_TIMEOUT',
    refused: 'ECONNREFUSED',
  });
  const broken = ['closed in a stream', 'closed in a plain body', 'reset in a stream', 'silence in a stream'];
  expect(broken.map((name) => outcomes[name]?.error?.cause?.code)).toEqual([
    'UND_ERR_SOCKET',
    'UND_ERR_SOCKET',
    'ECONNRESET',
    'UND_ERR_BODY_TIMEOUT',
  ]);
});
