import { beforeAll, describe, expect, test } from 'vitest';
import { frameOf, readFrame } from '../../../sim/dialects/bedrock/frame.ts';
import { frameReader } from '../../../sim/dialects/bedrock/frame-reader.ts';
import { clientModule } from '../../server/clients.ts';

/** Reckoned by Python's struct and zlib; the first two are also in the published test vectors of the format. */
const vectors: readonly (readonly [string, Readonly<Record<string, string>>, string, string])[] = [
  ['nothing', {}, '', '000000100000000005c248eb7d98c8ff'],
  ['a payload', {}, "{'foo':'bar'}", '0000001d00000000fd528c5a7b27666f6f273a27626172277dc3653936'],
  [
    'a header',
    { 'content-type': 'application/json' },
    "{'foo':'bar'}",
    '0000003d0000002007fd83960c636f6e74656e742d747970650700106170706c69636174696f6e2f6a736f6e7b27666f6f273a27626172277d8d9c08b1',
  ],
  ['more than a byte a character', { é: 'ü' }, 'né', '0000001b000000087cc9f1c802c3a9070002c3bc6ec3a95df9bbb1'],
];

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('a message', () => {
  test.each(vectors)('%s, written and read', (_, headers, payload, hex) => {
    expect(bytes(frameOf(headers, payload)).toString('hex')).toBe(hex);
    expect(readFrame(Buffer.from(hex, 'hex'))).toEqual({ headers: new Map(Object.entries(headers)), payload });
  });

  test('with a byte changed, wherever, is none', () => {
    const [, , , hex] = vectors[2] ?? ['', {}, '', ''];
    const whole = Buffer.from(hex, 'hex');
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
      const reader = frameReader(() => ({ end: true }));
      reader.read(changed);
      // Lengths that are too long wait for more; the checksum of the prelude sees them first.
      expect([at, reader.over, reader.end().facts.parsed]).toEqual([at, false, false]);
    }
  });

  test('what follows one that is none is not read', () => {
    const good = bytes(frameOf({}, 'x'));
    const bad = Buffer.from(good);
    bad.writeUInt8(0, bad.length - 1);
    const reader = frameReader(() => ({ pieces: 1 }));
    for (const piece of [good, bad, good, good]) reader.read(piece);
    expect([reader.tokens, reader.end().facts]).toMatchObject([1, { parsed: false, complete: false }]);
  });

  test.each([0, 15, 2 ** 31])('of %i bytes is none', (length) => {
    const prelude = Buffer.from('0000001d00000000fd528c5a', 'hex');
    prelude.writeUInt32BE(length, 0);
    const reader = frameReader(() => ({}));
    reader.read(prelude);
    expect(reader.end().facts.parsed).toBe(false);
  });
});

/** As much of AWS's own codec as is used here. */
interface Codec {
  encode(message: { headers: object; body: Uint8Array }): Uint8Array;
  decode(bytes: Uint8Array): { headers: Readonly<Record<string, { type: string; value: unknown }>>; body: Uint8Array };
}

describe('AWS’s own codec', () => {
  let codec: Codec;
  beforeAll(async () => {
    type Module = { readonly EventStreamCodec: new (encode: (text: Uint8Array) => string, decode: (text: string) => Uint8Array) => Codec };
    const { EventStreamCodec } = await clientModule<Module>('@smithy/core', 'dist-cjs/submodules/event-streams/index.js');
    codec = new EventStreamCodec(
      (text) => Buffer.from(text).toString('utf8'),
      (text) => Buffer.from(text, 'utf8'),
    );
  });

  test.each(vectors)('reads what is written here: %s', (_, headers, payload) => {
    const read = codec.decode(bytes(frameOf(headers, payload)));
    expect(Buffer.from(read.body).toString()).toBe(payload);
    expect(read.headers).toEqual(Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { type: 'string', value }])));
  });

  test('writes what is read here, with headers of every kind', () => {
    const headers = {
      yes: { type: 'boolean', value: true },
      no: { type: 'boolean', value: false },
      byte: { type: 'byte', value: -3 },
      short: { type: 'short', value: 300 },
      integer: { type: 'integer', value: 70_000 },
      binary: { type: 'binary', value: Uint8Array.from([1, 2, 3]) },
      text: { type: 'string', value: 'né' },
      at: { type: 'timestamp', value: new Date(1_772_452_800_000) },
      id: { type: 'uuid', value: '01234567-89ab-4cde-8f01-23456789abcd' },
      ':event-type': { type: 'string', value: 'contentBlockDelta' },
    };
    const frame = Buffer.from(codec.encode({ headers, body: Buffer.from('{"n":1}') }));
    // Those that are no text are passed over.
    const expected = new Map([
      ['text', 'né'],
      [':event-type', 'contentBlockDelta'],
    ]);
    expect(readFrame(frame)).toEqual({ headers: expected, payload: '{"n":1}' });
  });
});
