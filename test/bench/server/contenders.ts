import { type Child, startChild } from './child.ts';
import { bodyOf, burst, path, plain, type Sample, tokens } from './reply.ts';
import type { ServerName } from './serving.ts';

export interface Contender {
  readonly name: ServerName;
  readonly child: Child;
  readonly port: number;
}

const nothing: Sample = { plain: '', pieces: [], end: '', content: '' };

/** Our server alone; with garbage to be collected on demand. */
export async function startOurs(): Promise<Contender> {
  return start('ours', nothing, ['--expose-gc']);
}

async function start(name: ServerName, sample: Sample, execArgv: readonly string[] = []): Promise<Contender> {
  const child = startChild('serving.js', [name], execArgv);
  const { port } = await child.ask<{ port: number }>(sample);
  return { name, child, port };
}

/** Our server, a bare fastify route and aimock, each in a process of its own, all with the same answer. */
export async function startContenders(): Promise<readonly Contender[]> {
  const ours = await start('ours', nothing);
  const sample = await sampleOf(ours.port);
  return [ours, await start('fastify', sample), await start('aimock', sample)];
}

async function sampleOf(port: number): Promise<Sample> {
  const ask = async (body: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    return response.text();
  };
  const whole = await ask(bodyOf(plain));
  const events = (await ask(bodyOf(burst)))
    .split('\n\n')
    .slice(0, -1)
    .map((event) => `${event}\n\n`);
  const [begin = '', ...rest] = events;
  const [first = '', ...more] = rest.slice(0, tokens);
  const pieces = [begin + first, ...more];
  if (pieces.length !== tokens) throw new Error(`the stream has ${pieces.length} tokens`);
  const { choices } = JSON.parse(whole) as { choices: readonly { message: { content: string } }[] };
  return { plain: whole, pieces, end: rest.slice(tokens).join(''), content: choices[0]?.message.content ?? '' };
}
