import type { Caller } from '../../sim/dialects/caller.ts';
import type { Headers } from '../../sim/dialects/error-reply.ts';
import type { Fields } from '../../sim/dialects/reading/fields.ts';
import type { Adapt } from '../strategy/adapt/adapt.ts';

/** What the gateway itself says: a sentence for people, and a word that programs can tell apart. */
export interface Spoken {
  readonly type: 'busy' | 'rejected' | 'broken';
  readonly text: string;
}

/** An interface that callers of the gateway speak, and its upstream too. */
export interface Shape {
  readonly name: string;
  /** Where callers post, and where the gateway posts. */
  readonly path: string;
  /** Headers without which the upstream does not answer; the caller's own come before. */
  readonly required: Headers;
  /** Reads what the upstream says. */
  readonly caller: Caller;
  /** Whether a body is an answer, and whether an event of a stream is a part of one; what is neither stays with us. */
  isAnswer(body: Fields): boolean;
  isPart(event: Fields): boolean;
  /** An event of a stream, as the network carries it; `text` is its JSON in one line. */
  eventText(event: Fields, text: string): string;
  /** Whether a request asks for JSON. */
  asksJson(request: Fields): boolean;
  /** The JSON of an answer, and the events of one in a stream, with the text that `adapt` makes; all else stays as it is written. */
  adaptAnswer(text: string, adapt: Adapt): string;
  adaptEvents(events: readonly string[], adapt: Adapt): readonly string[];
  /** Body of a reply that is an error. */
  errorBody(spoken: Spoken): object;
  /** The same inside a stream. */
  streamError(spoken: Spoken): string;
}
