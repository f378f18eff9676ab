import { type Connection, connection } from './connection.ts';

/**
 * A closed loop in a process of its own: each connection sends its next request when it has the reply to the last one.
 * Takes `Load` messages, answers each with `Served`.
 */
export interface Load {
  readonly port: number;
  readonly body: string;
  readonly connections: number;
  readonly requests: number;
}

export interface Served {
  readonly seconds: number;
}

async function run({ port, body, connections, requests }: Load): Promise<Served> {
  const open: Connection[] = [];
  for (let i = 0; i < connections; i++) open.push(await connection(port, body));
  const began = process.hrtime.bigint();
  let left = requests;
  await Promise.all(
    open.map(async ({ exchange }) => {
      while (left-- > 0) await exchange();
    }),
  );
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  for (const { close } of open) close();
  return { seconds };
}

process.on('message', async (load: Load) => process.send?.(await run(load)));
process.on('disconnect', () => process.exit());
