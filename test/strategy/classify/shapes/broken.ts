import { answered, event, refusal } from '../../facts.ts';
import type { Shape } from './shape.ts';

/** What no provider means to send. */
export const brokenShapes: readonly Shape[] = [
  ['an answer', answered, 'ok', 'answered'],
  ['cut before the first token', event({}), 'truncated', 'cut'],
  ['cut after 40 tokens', event({ afterTokens: 40 }), 'truncated', 'cut'],
  ['a plain reply cut', { how: 'reply', status: 200, afterTokens: 0, complete: false }, 'truncated', 'cut'],
  ['a malformed line, then the rest', { ...answered, parsed: false }, 'malformed', 'unreadable'],
  ['a malformed line, then a cut', event({ parsed: false, afterTokens: 12 }), 'malformed', 'unreadable'],
  ['an empty stream', event({ complete: true }), 'malformed', 'empty'],
  ['an empty body', { how: 'reply', status: 200, afterTokens: 0, complete: true }, 'malformed', 'empty'],
  ['an HTML page from a proxy', refusal(502, { parsed: false }), 'server_error', 'provider'],
  ['silence before the headers', { how: 'silent', afterTokens: 0, complete: false }, 'timeout', 'headers'],
  ['silence in the stream', { how: 'silent', status: 200, afterTokens: 7, complete: false }, 'timeout', 'idle'],
  ['reset before the headers', { how: 'reset', afterTokens: 0, complete: false }, 'connection', 'reset'],
  ['reset in the stream', { how: 'reset', status: 200, afterTokens: 7, complete: false, reusedSocket: true }, 'connection', 'reset'],
  [
    'reset of a reused socket before any byte',
    { how: 'reset', afterTokens: 0, complete: false, reusedSocket: true },
    'connection',
    'reused_socket',
  ],
  ['refused', { how: 'refused', afterTokens: 0, complete: false }, 'connection', 'refused'],
  ['our own ports', { how: 'local', errorCode: 'EADDRNOTAVAIL', afterTokens: 0, complete: false }, 'client_resource', 'local'],
  ['408', refusal(408), 'timeout', 'provider'],
  ['504', refusal(504), 'timeout', 'provider'],
  ['401', refusal(401), 'auth', 'key'],
  ['403', refusal(403), 'auth', 'permission'],
  ['413', refusal(413), 'client_error', 'too_large'],
  ['409', refusal(409), 'server_error', 'conflict'],
  ['520', refusal(520), 'server_error', 'provider'],
  ['418', refusal(418), 'client_error', 'invalid'],
  ['a redirect', refusal(302), 'unknown', 'unrecognized'],
  ['an event nobody knows', event({ errorType: 'weather', message: 'It rains.' }), 'unknown', 'unrecognized'],
];
