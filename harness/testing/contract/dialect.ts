import assert from 'node:assert/strict';
import type { Api, Endpoint, Misuse } from '../../../sim/dialects/api.ts';
import { causes, type ErrorDetail } from '../../../sim/dialects/cause.ts';
import type { Dialect, ErrorTable } from '../../../sim/dialects/dialect.ts';
import type { ErrorReply, Headers } from '../../../sim/dialects/error-reply.ts';
import type { Remaining } from '../../../sim/provider/quota/quota-group.ts';
import { answersOf } from './dialect-answers.ts';
import { readBack } from './dialect-reading.ts';
import { type Driver, pure } from './driver.ts';

const model = 'a-model';

const details: readonly ErrorDetail[] = [
  {},
  { limit: 30_000, used: 18_927.6, requested: 11_159 },
  { waitMs: 174 },
  { waitMs: 107_585.4, limit: 90, used: 90, requested: 1, requestId: 'req_1' },
];

const remaining: readonly Remaining[] = [
  { kind: 'requests', limit: 500, remaining: 0, resetMicros: 360_000_000 },
  { kind: 'day', limit: 10_000, remaining: 9000, resetMicros: 3_600_000_001 },
  { kind: 'tokens', limit: 30_000, remaining: 29_996, resetMicros: 7001 },
  { kind: 'input-tokens', limit: 20_000, remaining: 20_000, resetMicros: 0 },
  { kind: 'output-tokens', limit: 8000, remaining: 1, resetMicros: 59_992_500 },
];

/** 2026-03-02T12:00:00.5Z */
const nowMs = 1_772_452_800_500;

const misuses: readonly Misuse[] = [
  { kind: 'unreadable' },
  { kind: 'long-headers' },
  { kind: 'too-slow' },
  { kind: 'internal' },
  { kind: 'not-json', contentType: 'text/plain' },
  { kind: 'not-json', contentType: undefined },
  { kind: 'too-large', limitBytes: 10_000_000 },
  { kind: 'no-such-path', method: 'POST', path: '/v9/nothing' },
  { kind: 'no-such-model', model: 'nobody', path: '/v9/nobody' },
];

/** Every error, with and without figures, and every answer as its server writes it; what its caller reads of them is what its facts say. */
export const dialectDriver: Driver<Dialect, undefined> = {
  scope: () => undefined,
  drive(part) {
    const table = part.errors(model);
    const { api, caller } = part;
    return {
      errors: causes.map((cause) => [cause, errorsOf(part, table, cause)]),
      server: serverOf(api),
      answers: answersOf(part, api, table),
      authorization: headersHeld('authorization', caller.authorization('a-key')),
    };
  },
};

function errorsOf({ caller }: Dialect, table: ErrorTable, cause: (typeof causes)[number]): unknown {
  for (const form of ['status', 'stream'] as const) {
    const facts = table.facts(cause, form);
    assert.ok(facts === table.facts(cause, form) && Object.isFrozen(facts), `facts of ${cause}, ${form}: expected one frozen object`);
    assert.deepEqual(facts, table.detailed(cause, form, {}), `facts of ${cause}, ${form}: expected those without figures`);
  }
  const { retryAfterMs: _, ...plain } = table.facts(cause, 'status');
  const { retryAfterMs: wait, ...waiting } = table.waiting(cause, 5000);
  assert.deepEqual(waiting, plain, `waiting of ${cause}: expected the facts and a wait`);
  const said = details.map((detail) => {
    const reply = pure(`reply to ${cause}`, () => table.reply(cause, 'status', detail));
    assert.ok(reply.status >= 400 && reply.status <= 599, `status of ${cause}: expected an error, found ${reply.status}`);
    headersHeld(`headers of ${cause}`, reply.headers);
    const read = caller.whole(reply.status, reply.headers, textOf(reply));
    readBack(`${cause} ${JSON.stringify(detail)}`, read, table.detailed(cause, 'status', detail), 0);
    const event = pure(`reply to ${cause} in a stream`, () => table.reply(cause, 'stream', detail));
    assert.equal(event.status, 200, `status of ${cause} in a stream`);
    return [reply, event];
  });
  return { said, wait: wait ?? null };
}

function serverOf(api: Api): unknown {
  assert.ok(api.endpoints.length > 0, 'endpoints: expected at least one');
  for (const { path } of [...api.endpoints, ...api.lists, ...api.entries]) assert.match(path, /^\//, 'a path begins with a slash');
  for (const { path } of api.entries) assert.match(path, /\/$/, 'the path of an entry ends with a slash');
  return {
    paths: api.endpoints.map(({ path, streamType }: Endpoint) => [path, streamType]),
    lists: api.lists.map(({ path, reply }) => [path, reply(['big', 'small'], 1_772_452_800)]),
    entries: api.entries.map(({ path, reply }) => [path, reply('big', 1_772_452_800)]),
    misuse: misuses.map((misuse) =>
      misuseHeld(
        misuse,
        pure(`misuse ${misuse.kind}`, () => api.misuse(misuse)),
      ),
    ),
    requestId: headersHeld('requestId', api.requestId('req_1')),
    quota: [remaining, remaining.slice(0, 1), []].map((some) => headersHeld('quotaHeaders', api.quotaHeaders(some, nowMs))),
    keepAlive: api.keepAlive ?? null,
  };
}

function misuseHeld({ kind }: Misuse, reply: ErrorReply): ErrorReply {
  assert.ok(reply.status >= 400 && reply.status <= 599, `misuse ${kind}: expected the status of an error, found ${reply.status}`);
  headersHeld(`headers of misuse ${kind}`, reply.headers);
  return reply;
}

/** Headers that can be sent, with their names in lower case. */
function headersHeld(what: string, headers: Headers): Headers {
  for (const [name, value] of Object.entries(headers)) {
    assert.match(name, /^[a-z0-9-]+$/, `${what}: expected names in lower case`);
    assert.match(value, /^[\x20-\x7e]*$/, `${what}: ${name} cannot be sent`);
  }
  return headers;
}

function textOf({ body }: ErrorReply): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}
