import { type Fields, fieldsOf, parsedJson } from '../../sim/dialects/reading/fields.ts';
import { Lines } from '../../sim/dialects/reading/lines.ts';
import { exchangeMembers } from './json-members.ts';
import type { Shape } from './shape.ts';

/** What one attempt brings, on its way to the caller: under the name that the caller gave the model, and without errors. */
export interface Relay {
  data(chunk: Uint8Array): void;
  /** From here on what comes goes through at once, and what was kept goes first. */
  open(write: (text: string) => void): void;
  /** The attempt has ended well: what is left of it. */
  rest(): string;
  /** Whether a part of an answer has gone through, or is kept to go first. */
  readonly begun: boolean;
  /** Whether a caller could do with what came: it is an answer, and no error was in it. */
  readonly usable: boolean;
}

/** A stream of events. One that is no part of an answer, or that nobody can read, is kept back. */
export function streamRelay(shape: Shape, model: string): Relay {
  let kept = '';
  let write = (text: string): void => {
    kept += text;
  };
  let passed = false;
  let failed = false;
  let name = '';
  let data: string[] = [];
  const pass = (): void => {
    const text = data.join('\n');
    const body = fieldsOf(parsedJson(text));
    if (text.startsWith('[DONE]')) write('data: [DONE]\n\n');
    else if (name === 'error' || (body !== undefined && isError(body))) failed = true;
    else if (body !== undefined && shape.isPart(body)) {
      passed = true;
      write(shape.eventText(body, renamed(text, model).replaceAll('\n', ' ')));
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
      through(kept);
      kept = '';
      write = through;
    },
    rest: () => kept,
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
    rest: () => whole ?? '',
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
