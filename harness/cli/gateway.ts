import type { Command } from 'commander';
import { InputError } from '../../sim/kernel/problem.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { usualAlarm } from '../gateway/alarms.ts';
import { createGateway } from '../gateway/gateway.ts';
import { type CallRecord, openRecord } from '../gateway/record.ts';
import { exitCodes } from './exit.ts';
import { type GatewayFlags, gatewayOptions } from './gateway-flags.ts';
import { gatewayLines, gatewayTotals } from './gateway-lines.ts';
import { listenForInterrupt } from './interrupt.ts';
import { repeated } from './repeated.ts';
import { systemReason } from './system-error.ts';

const usualPort = 4020;
/** Calls under way when it is told to stop have so long to end, ms. */
const graceMs = 30_000;

const examples = `
Programs in any language call it instead of their provider; each call goes
through the strategy, as in a simulated run. The strategy is a file, a scenario
(with --only), or a name of at-capacity list presets.

Examples:
  at-capacity gateway --strategy outside-users --models flagship,light,floor \\
    --upstream http://127.0.0.1:4010
  at-capacity gateway --strategy my.yaml --only ladder \\
    --upstream https://api.example.com --record calls.csv \\
    --alarm-webhook http://127.0.0.1:9000/alarm

OpenAI-shaped at /v1/chat/completions, Anthropic-shaped at /v1/messages. Callers
see no error of the provider and no model's name. Ctrl-C lets open calls end.`;

export function configure(command: Command): void {
  command
    .requiredOption('--strategy <file>', 'what every call goes through')
    .option('--only <name>', 'which strategy of a scenario')
    .requiredOption('--upstream <url>', 'where the models are; name=url for one provider of several', repeated, [])
    .option('--anthropic-upstream <url>', 'where calls in Anthropic’s shape go (default: where all go)')
    .option('--models <names>', 'the upstream’s models, the first choice first: flagship,light (default: those of the strategy)')
    .option('--host <address>', 'where it listens', '127.0.0.1')
    .option('--port <n>', '0 takes any that is free', String(usualPort))
    .option('--key-env <name>', 'send the key in this variable instead of the callers’ own; name=variable for one provider', repeated, [])
    .option('--deadline <duration>', 'a caller’s patience, waits and retries included')
    .option('--expects <what>', 'json: every answer is to be JSON, not those alone of calls that ask for it')
    .option('--texts <file>', 'other sentences: switching, busy, rejected, broken')
    .option('--notices', 'tell streams of a switch in a comment; their status is then 200 whatever follows')
    .option('--record <file>', 'add a row for every attempt and every request to this CSV file')
    .option('--alarm-above <share>', 'of the last minute’s attempts, 20 at least, found no capacity', String(usualAlarm.above))
    .option('--alarm-webhook <url>', 'post alarms there as JSON')
    .option('--alarm-command <command>', 'run this with the alarm in AT_CAPACITY_ALARM')
    .addHelpText('after', examples)
    .action(async (flags: GatewayFlags) => {
      process.exitCode = await run(flags);
    });
}

/** Passes calls on until it is interrupted. */
async function run(flags: GatewayFlags): Promise<number> {
  const warn = (text: string): unknown => process.stderr.write(`${visible(text)}\n`);
  const { options, port } = await gatewayOptions(flags, warn);
  const record = flags.record === undefined ? undefined : recordIn(flags.record, warn);
  const gateway = createGateway({ ...options, record });
  const interrupt = listenForInterrupt(() => process.stderr.write('Closing: open calls may end. Once more to quit at once.\n'));
  try {
    const address = await listen(gateway.server, flags.host, port);
    process.stdout.write(
      gatewayLines({ address, strategy: options.strategy.name, models: gateway.status().models.map(({ name }) => name) }),
    );
    await new Promise<void>((done) => {
      if (interrupt.signal.aborted) done();
      else interrupt.signal.addEventListener('abort', () => done(), { once: true });
    });
    await gateway.close(graceMs);
    process.stdout.write(`\n${gatewayTotals(gateway.status())}`);
  } finally {
    interrupt.release();
  }
  return exitCodes.done;
}

function recordIn(path: string, warn: (text: string) => unknown): CallRecord {
  try {
    return openRecord(path, (reason) => warn(`${path}: ${reason}; nothing more is recorded`));
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError([{ file: path, message: `cannot be written: ${systemReason(error)}` }]);
  }
}

async function listen(server: ReturnType<typeof createGateway>['server'], host: string, port: number): Promise<string> {
  try {
    return await server.listen({ port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') throw new InputError([{ file: `--host ${host}`, message: `cannot be listened on: ${systemReason(error)}` }]);
    const message = 'is in use by another program; take another one with --port, or 0 for any that is free';
    throw new InputError([{ file: `--port ${port}`, message }]);
  }
}
