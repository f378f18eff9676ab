import assert from 'node:assert/strict';
import type { AnswerHead, Api, Asked, Call, Endpoint, Finish, Wanted } from '../../../sim/dialects/api.ts';
import type { Ask, Caller } from '../../../sim/dialects/caller.ts';
import { causes } from '../../../sim/dialects/cause.ts';
import type { Dialect, ErrorTable } from '../../../sim/dialects/dialect.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';
import { readBack, readStream } from './dialect-reading.ts';

const wants: readonly Wanted[] = [
  { kind: 'text' },
  { kind: 'json', schema: { type: 'object', properties: { answer: { type: 'string' } } } },
  { kind: 'tool', name: 'look_up', schema: { type: 'object' } },
];

/** Of more than one byte, and with what JSON escapes. */
const pieces = ['{"ans', 'wer":', '"né ', '\\"x\\"\\n', '"} '];

const asks: readonly Ask[] = [true, false].flatMap((stream) =>
  [undefined, 7].map((maxTokens) => ({ model: 'a-model', text: 'Hello', stream, maxTokens })),
);

/** Every answer of every endpoint; those of the caller's own are read back. */
export function answersOf(part: Dialect, api: Api, table: ErrorTable): unknown {
  const own = ownEndpoint(part.caller, api);
  return api.endpoints.map((endpoint) => {
    const reading = endpoint === own ? part.caller : undefined;
    const finishes: readonly Finish[] = ['stop', 'length'];
    return [
      endpoint.path,
      wants.map((wanted) =>
        [true, false].map((includeUsage) => finishes.map((finish) => answerOf(endpoint, reading, { wanted, includeUsage, finish }))),
      ),
      causes.map((cause) => [0, 2].map((after) => errorIn(endpoint, reading, table, cause, after))),
      brokenOf(endpoint, reading),
    ];
  });
}

/** The endpoint that the caller asks, which understands all it asks. */
function ownEndpoint(caller: Caller, api: Api): Endpoint {
  const [found] = asks.map((ask) => {
    const outgoing = caller.request(ask);
    const url = new URL(outgoing.path, 'http://provider');
    const at = api.endpoints.flatMap((endpoint) => {
      const params = paramsOf(endpoint.path, url.pathname);
      return params === undefined ? [] : [{ endpoint, params }];
    })[0];
    if (at === undefined) throw new assert.AssertionError({ message: `the caller asks ${outgoing.path}, which no endpoint serves` });
    const query = Object.fromEntries(url.searchParams);
    asksHeld(
      ask,
      at.endpoint.decode({ params: at.params, query, headers: outgoing.headers, body: JSON.parse(outgoing.body) } satisfies Call),
    );
    return at.endpoint;
  });
  return found as Endpoint;
}

function asksHeld(ask: Ask, asked: Asked | { readonly refused: unknown }): void {
  assert.ok(!('refused' in asked), `the caller's own request is refused: ${JSON.stringify(asked)}`);
  const { model, stream, maxTokens, inputTokens, wanted } = asked;
  assert.deepEqual([model, stream, wanted], [ask.model, ask.stream, { kind: 'text' }], 'what the caller asks, as it is decoded');
  assert.ok(maxTokens === ask.maxTokens || ask.maxTokens === undefined, `the bound ${ask.maxTokens} is decoded as ${maxTokens}`);
  assert.ok(Number.isSafeInteger(inputTokens) && inputTokens >= 0, `input tokens: expected a whole number, found ${inputTokens}`);
}

/** Named parts of a path as fastify writes them; undefined where the path is another one. */
function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const names: string[] = [];
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)|\*/g, (_all, name: string | undefined) => {
    names.push(name ?? '*');
    return name === undefined ? '(.*)' : '([^/]+?)';
  });
  const match = new RegExp(`^${source}$`).exec(path);
  return match === null ? undefined : Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(match[i + 1] ?? '')]));
}

function headOf(wanted: Wanted, includeUsage: boolean): AnswerHead {
  return { id: '0'.repeat(23) + 'a', created: 1_772_452_800, model: 'a-model', inputTokens: 12, includeUsage, wanted };
}

function answered(how: 'reply' | 'stream', tokens: number, more: Partial<WireFacts> = {}): WireFacts {
  return { how, status: 200, afterTokens: tokens, complete: true, ...more };
}

const encodingOf = ({ streamEncoding = 'utf8' }: Endpoint) => streamEncoding;
const opened =
  (caller: Caller, { streamType }: Endpoint, keepText = false) =>
  () =>
    caller.stream({ 'content-type': streamType }, keepText);

interface Kind {
  readonly wanted: Wanted;
  readonly includeUsage: boolean;
  readonly finish: Finish;
}

/** One answer, plain and streamed. */
function answerOf(endpoint: Endpoint, caller: Caller | undefined, { wanted, includeUsage, finish }: Kind): unknown {
  const what = `${endpoint.path}, ${wanted.kind}, ${finish}`;
  const make = () => endpoint.answer(headOf(wanted, includeUsage));
  const count = pieces.length;
  const whole = make().whole(pieces.join(''), count, finish);
  const text = make();
  const streamed = [text.begin(), ...pieces.map((piece) => text.token(piece)), text.end(count, finish)].join('');
  if (caller !== undefined) {
    readBack(`${what}, plain`, caller.whole(200, { 'content-type': 'application/json' }, whole), answered('reply', count), count);
    const { over, ...reading } = readStream(`${what}, streamed`, opened(caller, endpoint), streamed, encodingOf(endpoint));
    readBack(`${what}, streamed`, reading, answered('stream', count), count);
    assert.ok(over, `${what}, streamed: the end is not seen`);
    const kept = caller.whole(200, { 'content-type': 'application/json' }, whole, true);
    // What a tool is called with is no text, where the interface has tools.
    const said = wanted.kind === 'tool' && kept.facts.text === undefined ? {} : { text: pieces.join('') };
    readBack(`${what}, plain, its text kept`, kept, answered('reply', count, said), count);
    const { over: _over, ...keptStream } = readStream(`${what}, streamed`, opened(caller, endpoint, true), streamed, encodingOf(endpoint));
    readBack(`${what}, streamed, its text kept`, keptStream, answered('stream', count, said), count);
  }
  return [whole, streamed];
}

/** An error after so many tokens of a stream, or instead of one. */
function errorIn(
  endpoint: Endpoint,
  caller: Caller | undefined,
  table: ErrorTable,
  cause: (typeof causes)[number],
  after: number,
): unknown {
  const what = `${endpoint.path}, ${cause} after ${after} tokens of a stream`;
  const text = endpoint.answer(headOf({ kind: 'text' }, true));
  const begun = after === 0 ? [] : [text.begin(), ...pieces.slice(0, after).map((piece) => text.token(piece))];
  const streamed = [...begun, text.error(table.reply(cause, 'stream'))].join('');
  if (caller !== undefined) {
    const { over, ...reading } = readStream(what, opened(caller, endpoint), streamed, encodingOf(endpoint));
    readBack(what, reading, { ...table.facts(cause, 'stream'), afterTokens: after }, after);
    assert.ok(over, `${what}: the error is not seen as an end`);
  }
  return streamed;
}

/** Streams that end too early, that nobody can parse, and that have no content. */
function brokenOf(endpoint: Endpoint, caller: Caller | undefined): unknown {
  const make = () => endpoint.answer(headOf({ kind: 'text' }, true));
  const [cut, spoilt, empty] = [make(), make(), make()];
  const texts = {
    cut: cut.begin() + cut.token('a') + cut.token('b'),
    malformed: spoilt.begin() + spoilt.token('a') + spoilt.malformed('b') + spoilt.end(1, 'stop'),
    empty: empty.begin() + empty.end(0, 'stop'),
    nothing: '',
  };
  if (caller === undefined) return texts;
  const read = (name: keyof typeof texts) =>
    readStream(`${endpoint.path}, ${name}`, opened(caller, endpoint), texts[name], encodingOf(endpoint));
  const early = read('cut');
  readBack(`${endpoint.path}, a stream that is cut off`, early, answered('stream', 2, { complete: false }), 2);
  assert.ok(!early.over, `${endpoint.path}: a stream that is cut off is taken for ended`);
  assert.equal(read('malformed').facts.parsed, false, `${endpoint.path}: a part that nobody can parse is read`);
  readBack(`${endpoint.path}, an empty stream`, read('empty'), answered('stream', 0), 0);
  readBack(`${endpoint.path}, a stream of nothing`, read('nothing'), answered('stream', 0, { complete: false }), 0);
  return texts;
}
