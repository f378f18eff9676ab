import { type Fields, fieldsOf, parsedJson } from '../../sim/dialects/reading/fields.ts';
import { Lines } from '../../sim/dialects/reading/lines.ts';

/** What one attempt brings, on its way to the caller: under the name that the caller gave the model, and without errors. */
export interface Relay {
  data(chunk: Uint8Array): void;
  /** From here on what comes goes through at once, and what was kept goes first. */
  open(write: (text: string) => void): void;
  /** The attempt has ended well: what is left of it. */
  rest(): string;
}

/** A stream of events. An event that is an error, or that nobody can read, is kept back: the attempt ends with it. */
export function streamRelay(model: string): Relay {
  let kept = '';
  let write = (text: string): void => {
    kept += text;
  };
  let event: string[] = [];
  const lines = new Lines((line) => {
    if (line !== '') {
      if (!line.startsWith(':')) event.push(line);
      return;
    }
    const text = passedOn(event, model);
    event = [];
    if (text !== undefined) write(text);
  });
  return {
    data: (chunk) => lines.read(chunk),
    open(through) {
      through(kept);
      kept = '';
      write = through;
    },
    rest() {
      lines.end();
      return kept;
    },
  };
}

/** A body that comes whole. */
export function wholeRelay(model: string): Relay {
  const chunks: Uint8Array[] = [];
  return {
    data: (chunk) => chunks.push(chunk),
    open() {},
    rest: () => {
      const body = parsedJson(Buffer.concat(chunks).toString('utf8'));
      return JSON.stringify(renamed(fieldsOf(body) ?? {}, model));
    },
  };
}

function passedOn(event: readonly string[], model: string): string | undefined {
  const data = event
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n');
  const names = event.filter((line) => !line.startsWith('data:')).map((line) => `${line}\n`);
  if (data.startsWith('[DONE]')) return `${names.join('')}data: [DONE]\n\n`;
  const body = fieldsOf(parsedJson(data));
  if (body === undefined || isError(body)) return undefined;
  return `${names.join('')}data: ${JSON.stringify(renamed(body, model))}\n\n`;
}

function isError({ type, error }: Fields): boolean {
  return (error !== undefined && error !== null) || type === 'error' || type === 'response.failed';
}

/** With another name of the model wherever the known interfaces have it. */
function renamed(body: Fields, model: string): Fields {
  const { message } = body;
  const inner = fieldsOf(message);
  return {
    ...body,
    ...(typeof body.model === 'string' && { model }),
    ...(typeof inner?.model === 'string' && { message: { ...inner, model } }),
  };
}
