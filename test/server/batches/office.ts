import type { FastifyInstance } from 'fastify';
import { FakeTime, settled } from '../fake-time.ts';
import { built, type SeenState } from '../served.ts';

/** What comes back, as far as tests look at it. */
export interface Seen {
  readonly status: number;
  readonly json: Record<string, unknown> & { readonly [key: string]: unknown };
  readonly text: string;
}

export interface OfficeOptions {
  readonly model?: object;
  readonly provider?: object;
  readonly faults?: readonly object[];
  /** Tokens of an answer. */
  readonly output?: number;
}

export interface BatchesSeen {
  readonly open: number;
  readonly over: number;
  readonly requests: number;
  readonly waiting: number;
  readonly running: number;
  readonly done: number;
  readonly sent: number;
  readonly billedTokens: object;
  readonly cost: number;
}

/** A server whose seconds pass when a test says so; a second is a thousandth of a fake one. */
export interface Office {
  readonly server: FastifyInstance;
  /** Lets so many seconds pass. */
  pass(seconds: number): Promise<void>;
  call(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown): Promise<Seen>;
  upload(text: string | Buffer, fields?: Readonly<Record<string, string>>): Promise<Seen>;
  state(): Promise<SeenState & { readonly batches: BatchesSeen }>;
}

export async function office({ model = {}, provider = {}, faults = [], output = 4 }: OfficeOptions = {}): Promise<Office> {
  const time = new FakeTime();
  const scenario = {
    provider: { models: { big: { slots: 4, service: '2s', refuseAfter: '0ms', ...model } }, faults, ...provider },
    workload: { arrivals: { poisson: { rate: '1/s' } }, sizes: { input: 10, output } },
  };
  const server = await built(scenario, { realTime: time, timeScale: 1000 });
  const answered = async (options: object): Promise<Seen> => {
    const reply = await server.inject(options);
    const text = reply.body;
    return { status: reply.statusCode, text, json: text.startsWith('{') && !text.includes('\n') ? JSON.parse(text) : {} };
  };
  return {
    server,
    async pass(seconds) {
      await time.pass(seconds);
      await settled();
    },
    call: (method, url, body) =>
      answered({
        method,
        url,
        ...(body !== undefined && { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
      }),
    upload: (text, fields = { purpose: 'batch' }) => answered({ method: 'POST', url: '/v1/files', ...formOf(text, fields) }),
    state: async () => JSON.parse((await server.inject('/_admin/state')).body),
  };
}

/** A form with a file, as `multipart/form-data` (RFC 7578). */
function formOf(file: string | Buffer, fields: Readonly<Record<string, string>>): { readonly headers: object; readonly payload: Buffer } {
  const boundary = 'a-boundary-that-is-in-no-test';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="in.jsonl"\r\ncontent-type: application/jsonl\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(parts.join('') + head), Buffer.from(file), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

const messages = [{ role: 'user', content: 'Hello' }];

/** A line of an input file. */
export function lineOf(customId: unknown, body: object = {}, more: object = {}): string {
  return JSON.stringify({
    custom_id: customId,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'big', messages, ...body },
    ...more,
  });
}

export function linesOf(count: number, body: object = {}): string {
  return Array.from({ length: count }, (_, index) => lineOf(`request-${index}`, body)).join('\n');
}

/** Sends an input file and begins a batch of it. */
export async function begun({ upload, call }: Office, text: string | Buffer, more: object = {}): Promise<string> {
  const file = await upload(text);
  const batch = await call('POST', '/v1/batches', {
    input_file_id: file.json.id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
    ...more,
  });
  return String(batch.json.id);
}

/** The results of a file, parsed. */
export async function resultsOf({ call }: Office, file: unknown): Promise<readonly Record<string, unknown>[]> {
  const { text } = await call('GET', `/v1/files/${String(file)}/content`);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
