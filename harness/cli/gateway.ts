import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { parse } from 'yaml';
import { z } from 'zod';
import { InputError } from '../../sim/kernel/problem.ts';
import { parseDuration } from '../../sim/kernel/units.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { usualAlarm } from '../gateway/alarms.ts';
import { createGateway } from '../gateway/gateway.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openStrategy } from '../gateway/open-strategy.ts';
import { openRecord } from '../gateway/record.ts';
import { tellBy } from '../gateway/tell.ts';
import type { Texts } from '../gateway/texts.ts';
import { upstreamsOf } from '../gateway/upstreams.ts';
import { parseCount } from './count.ts';
import { exitCodes } from './exit.ts';
import { gatewayLines, gatewayTotals } from './gateway-lines.ts';
import { listenForInterrupt } from './interrupt.ts';
import { collector } from './problems.ts';
import { repeated } from './repeated.ts';
import { systemReason } from './system-error.ts';

interface GatewayFlags {
  readonly strategy: string;
  readonly only?: string;
  readonly upstream: readonly string[];
  readonly anthropicUpstream?: string;
  readonly models?: string;
  readonly host: string;
  readonly port: string;
  readonly keyEnv?: string;
  readonly deadline?: string;
  readonly texts?: string;
  readonly notices?: boolean;
  readonly record?: string;
  readonly alarmAbove: string;
  readonly alarmWebhook?: string;
  readonly alarmCommand?: string;
}

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
    .option('--key-env <name>', 'send the key in this variable instead of the callers’ own')
    .option('--deadline <duration>', 'a caller’s patience, waits and retries included')
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
  const { options, port } = await optionsOf(flags, warn);
  const record =
    flags.record === undefined
      ? undefined
      : openRecord(flags.record, (reason) => warn(`${flags.record}: ${reason}; nothing more is recorded`));
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

async function optionsOf(
  flags: GatewayFlags,
  warn: (text: string) => unknown,
): Promise<{ readonly options: GatewayOptions; readonly port: number }> {
  const { problems, attempt } = collector();
  const port = attempt(() => parseCount('--port', flags.port, 0, 65_535));
  const upstreams = attempt(() => upstreamsOf(flags.upstream, flags.anthropicUpstream));
  const texts = attempt(() => (flags.texts === undefined ? {} : readTexts(flags.texts)));
  const deadlineMs = attempt(() => (flags.deadline === undefined ? undefined : durationOf('--deadline', flags.deadline)));
  const above = attempt(() => shareOf('--alarm-above', flags.alarmAbove));
  const key = attempt(() => (flags.keyEnv === undefined ? undefined : keyIn(flags.keyEnv)));
  const models = (flags.models ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const opened = await openStrategy({ strategy: flags.strategy, only: flags.only, models }).catch((error: unknown) => {
    if (error instanceof InputError) throw new InputError([...problems, ...error.problems]);
    throw error;
  });
  if (problems.length > 0 || upstreams === undefined || port === undefined || above === undefined) throw new InputError(problems);
  for (const warning of opened.warnings) warn(`warning: ${warning}`);
  const tell = tellBy({ webhook: flags.alarmWebhook, command: flags.alarmCommand, failed: (reason) => warn(`alarm: ${reason}`) });
  const options: GatewayOptions = {
    ...opened,
    ...upstreams,
    key,
    deadlineMs,
    texts,
    notices: flags.notices,
    alarm: { ...usualAlarm, above },
    log: (line) => warn(`${new Date().toISOString()} fallback: ${line}`),
    alarmed: (call) => {
      warn(`${call.at} alarm ${call.state}: ${call.alarm}: ${call.message}`);
      tell(call);
    },
  };
  return { options, port };
}

const textsSchema = z.strictObject({
  switching: z.string().min(1).optional(),
  busy: z.string().min(1).optional(),
  rejected: z.string().min(1).optional(),
  broken: z.string().min(1).optional(),
});

function readTexts(path: string): Partial<Texts> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new InputError([{ file: path, message: `cannot be read: ${systemReason(error)}` }]);
  }
  const parsed = textsSchema.safeParse(parse(text));
  if (!parsed.success)
    throw new InputError(parsed.error.issues.map(({ path: at, message }) => ({ file: path, key: at.join('.'), message })));
  return Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined));
}

function durationOf(file: string, text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined || ms <= 0) throw new InputError([{ file, message: `expected a duration such as 60s, found ${text}` }]);
  return ms;
}

function shareOf(file: string, text: string): number {
  const share = Number(text);
  if (text.trim() === '' || !(share > 0 && share <= 1))
    throw new InputError([{ file, message: `expected a share above 0, 1 at most, such as 0.15, found ${text}` }]);
  return share;
}

function keyIn(name: string): string {
  const key = process.env[name];
  if (key === undefined || key === '') throw new InputError([{ file: '--key-env', message: `the variable ${name} is empty or not set` }]);
  return key;
}

async function listen(server: ReturnType<typeof createGateway>['server'], host: string, port: number): Promise<string> {
  try {
    return await server.listen({ port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message =
      code === 'EADDRINUSE'
        ? 'is in use by another program; take another one with --port, or 0 for any that is free'
        : `cannot be listened on: ${systemReason(error)}`;
    throw new InputError([{ file: `--port ${port}`, message }]);
  }
}
