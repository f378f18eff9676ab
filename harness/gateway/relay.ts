import { type Fields, fieldsOf, parsedJson } from '../../sim/dialects/reading/fields.ts';
import { Lines } from '../../sim/dialects/reading/lines.ts';
import type { Adapt } from '../strategy/adapt/adapt.ts';
import { exchangeMembers } from './json-members.ts';
import type { Shape } from './shape.ts';

/** What one attempt brings, on its way to the caller: under the name that the caller gave the model, and without errors. */
export interface Relay {
  data(chunk: Uint8Array): void;
  /** From here on what comes goes through at once, and what was kept goes first. */
  open(write: (text: string) => void): void;
  /** The attempt has ended well: what is left of it, with the text that `adapt` makes of all that was kept. */
  rest(adapt?: Adapt): string;
  /** Whether a part of an answer has gone through, or is kept to go first. */
  readonly begun: boolean;
  /** Whether a caller could do with what came: it is an answer, and no error was in it. */
  readonly usable: boolean;
}

/** What ends a stream of OpenAI's, instead of an event. */
const done = '[DONE]';

/** An event of a stream, as JSON in one line; without a body it is the end. */
interface Part {
  readonly body: Fields | undefined;
  readonly text: string;
}

function partOf(text: string): Part {
  return { body: fieldsOf(parsedJson(text)), text };
}

/** A stream of events. One that is no part of an answer, or that nobody can read, is kept back. */
export function streamRelay(shape: Shape, model: string): Relay {
  // As text, which takes a fraction of the room that it takes once it is read.
  let kept: string[] = [];
  let write = ({ text }: Part): void => {
    kept.push(text);
  };
  const eventText = ({ body, text }: Part): string => (body === undefined ? `data: ${done}\n\n` : shape.eventText(body, text));
  let passed = false;
  let failed = false;
  let name = '';
  let data: string[] = [];
  const pass = (): void => {
    const text = data.join('\n');
    const body = fieldsOf(parsedJson(text));
    if (text.startsWith(done)) write({ body: undefined, text: done });
    else if (name === 'error' || (body !== undefined && isError(body))) failed = true;
    else if (body !== undefined && shape.isPart(body)) {
      passed = true;
      write({ body, text: renamed(text, model).replaceAll('\n', ' ') });
    }
  };
  const lines = new Lines((line) => {
    if (line.startsWith('data:')) data.push(line.slice('data:'.length).trimStart());
    else if (line.startsWith('event:')) name = line.slice('event:'.length).trim();
    else if (line === '') {
      if (data.length > 0) pass();
      name = '';
      data = [];
    }
  });
  return {
    data: (chunk) => lines.read(chunk),
    open(through) {
      through(kept.map(partOf).map(eventText).join(''));
      kept = [];
      write = (part) => through(eventText(part));
    },
    rest(adapt) {
      const texts = adapt === undefined ? kept : shape.adaptEvents(kept, adapt);
      return texts.map(partOf).map(eventText).join('');
    },
    get begun() {
      return passed;
    },
    get usable() {
      return passed && !failed;
    },
  };
}

/** A body that comes whole. */
export function wholeRelay(shape: Shape, model: string): Relay {
  const chunks: Uint8Array[] = [];
  let whole: string | undefined;
  const read = (): string | undefined => {
    const text = Buffer.concat(chunks).toString('utf8');
    const body = fieldsOf(parsedJson(text));
    return body === undefined || isError(body) || !shape.isAnswer(body) ? undefined : renamed(text, model);
  };
  return {
    data: (chunk) => chunks.push(chunk),
    open() {},
    rest: (adapt) => (whole === undefined || adapt === undefined ? (whole ?? '') : shape.adaptAnswer(whole, adapt)),
    begun: false,
    get usable() {
      whole ??= read();
      return whole !== undefined;
    },
  };
}

function isError({ type, object, error }: Fields): boolean {
  return (error ?? null) !== null || [type, object].includes('error');
}

/** With the caller's name of the model wherever the known interfaces have it, and without what else tells who answers. */
function renamed(text: string, model: string): string {
  const name = JSON.stringify(model);
  const inside = (key: string, value: string): string => (key === 'model' && value.startsWith('"') ? name : value);
  return exchangeMembers(text, (key, value) => {
    if (key === 'provider' || key === 'system_fingerprint') return undefined;
    return key === 'message' && value.startsWith('{') ? exchangeMembers(value, inside) : inside(key, value);
  });
}
