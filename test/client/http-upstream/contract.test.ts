import { describe, expect, it } from 'vitest';
import { dialectOf, dialects } from '../../../sim/dialects/registry.ts';
import { overHttp, type Situation, simulated } from './upstream-worlds.ts';

/** First token after 100 ms, then one every 100 ms; the end one step after the last. */
const paced = { firstToken: '100ms', tokensPerSecond: 10, refuseAfter: '0ms' };
const script = (...replies: unknown[]) => ({ faults: [{ script: { models: ['big'], per: 'request', replies } }] });

/** What happens, the faults behind it, what the contract of Listener says that a client hears, and how that client behaves. */
type Row = [string, object, readonly string[], Partial<Situation>?];

const streams: readonly Row[] = [
  ['a whole answer', {}, ['first', 'ok/answered 5']],
  ['a client that gives up before the first token', {}, ['cancelled 0'], { cancelMs: 50 }],
  ['a client that leaves in the midst of a stream', {}, ['first', 'cancelled 3'], { cancelMs: 350 }],
  ['silence in the midst of a stream', script({ stall: '30s', after: 2 }), ['first', 'timeout/idle 2'], { maxIdleMs: 500 }],
  ['silence before the first token', script({ stall: '30s' }), ['timeout/idle 0'], { maxIdleMs: 500 }],
  ['no head at all', script({ refuse: 'hang' }), ['timeout/headers 0'], { maxHeaderMs: 500 }],
  ['bounds on silence that are kept', {}, ['first', 'ok/answered 5'], { maxHeaderMs: 400, maxIdleMs: 400 }],
  ['a cut after some tokens', script({ cut: 2 }), ['first', 'truncated/cut 2']],
  ['a cut before any token', script({ cut: 0 }), ['truncated/cut 0']],
  ['silence, then a cut', script({ stall: '300ms', after: 2 }), ['first', 'truncated/cut 2']],
  ['a connection lost after some tokens', script({ reset: 2 }), ['first', 'connection/reset 2']],
  ['a connection lost before any token', script({ reset: 0 }), ['connection/reset 0']],
  ['a line that nobody can read', script({ malformed: 2 }), ['first', 'malformed/unreadable 2']],
  ['an answer without a token', script({ empty: true }), ['malformed/empty 0']],
];

/** What differs between dialects in the reason alone. */
const overloads: readonly Row[] = [['an error inside the stream, before a token', script({ refuse: 'stream-overload' }), ['capacity 0']]];

const either: readonly Row[] = [
  ['an immediate refusal for capacity', script({ refuse: 'capacity' }), ['capacity 0']],
  ['a refusal with a wait', script({ refuse: 'rate_limited', retryAfter: '3s' }), ['rate_limited 0']],
  ['a refusal for good', script({ refuse: 'auth' }), ['auth 0']],
  ['a status of its own', script({ status: 503, headers: { 'x-should-retry': 'false' }, body: {} }), ['capacity 0']],
  ['a lost request', script({ refuse: 'reset' }), ['connection 0']],
];

const plain: readonly Row[] = [
  ['a whole answer', {}, ['first', 'ok/answered 5']],
  ['a client that leaves', {}, ['cancelled 0'], { cancelMs: 50 }],
  ['a cut', script({ cut: 2 }), ['truncated/cut 0']],
  ['half a body', script({ malformed: 2 }), ['malformed/unreadable 0']],
  ['a lost connection', script({ reset: 2 }), ['connection/reset 0']],
  ['no answer', script({ refuse: 'hang' }), ['timeout/headers 0'], { maxHeaderMs: 500 }],
];

const spoken = Object.keys(dialects).filter((name) => dialectOf(name).caller !== undefined && dialectOf(name).api !== undefined);

describe.each(spoken)('a transport to %s keeps its contract in both worlds', (dialect) => {
  const situation = (faults: object, stream: boolean, more: Partial<Situation> = {}): Situation => ({
    provider: { dialect, network: { rtt: '0ms' }, models: { big: { slots: 4, ...paced } }, ...faults },
    stream,
    output: 5,
    lengthMs: 800,
    ...more,
  });

  async function compare(how: Situation, log: readonly string[], of: (line: string) => string): Promise<void> {
    const virtual = await simulated(how);
    expect(virtual.log.map(of)).toEqual(log);
    expect(await overHttp(how, dialect)).toEqual(virtual);
  }

  const whole = (line: string) => line;
  const withoutReason = (line: string) => line.replace(/\/\w+/, '');
  it.each(streams)('stream: %s', (_name, faults, log, more) => compare(situation(faults, true, more), log, whole));
  it.each(plain)('plain: %s', (_name, faults, log, more) => compare(situation(faults, false, more), log, whole));
  it.each(either)('stream: %s', (_name, faults, log) => compare(situation(faults, true), log, withoutReason));
  it.each(overloads)('stream: %s', (_name, faults, log) => compare(situation(faults, true), log, withoutReason));
  it.each(either)('plain: %s', (_name, faults, log) => compare(situation(faults, false), log, withoutReason));
});
