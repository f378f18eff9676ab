import type { FastifyInstance } from 'fastify';
import { WallClock } from '../../sim/kernel/wall-clock.ts';
import { openConnections } from '../client/http-connections.ts';
import { realTime } from '../serve/real-time.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import { Alarms, usualAlarm } from './alarms.ts';
import { buildGatewayServer } from './build-gateway-server.ts';
import { Desk } from './desk.ts';
import type { GatewayOptions } from './gateway-options.ts';
import type { Status } from './status.ts';
import { usualTexts } from './texts.ts';

/** Connections to the upstream at once; more attempts wait for one. */
const mostConnections = 256;
/** How often open calls are looked at when it closes, and shares when it does not, ms. */
const closeEveryMs = 50;
const lookEveryMs = 5000;

export interface Gateway {
  /** Not listening yet. */
  readonly server: FastifyInstance;
  status(): Status;
  /** Takes no more calls, waits for those under way as long as `graceMs`, until their callers have all of it; then drops them. */
  close(graceMs?: number): Promise<void>;
}

/**
 * A server that any program can call instead of its provider: every call goes through a client with this strategy, the one
 * that simulated runs have. Callers see neither the provider's errors nor its models' names.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const clock = new WallClock(realTime);
  const connections = openConnections({ most: mostConnections });
  const alarms = new Alarms(options.alarm ?? usualAlarm, (call) => options.alarmed?.(call), Date.now);
  const desk = new Desk({
    ...options,
    strategy: committed(options.strategy),
    texts: { ...usualTexts, ...options.texts },
    clock,
    connections,
    alarms,
  });
  const server = buildGatewayServer(desk);
  const looking = setInterval(() => alarms.look(desk.lately(), desk.nowMs, desk.firstLately()), lookEveryMs);
  looking.unref();
  return {
    server,
    status: () => desk.status(),
    async close(graceMs = 0) {
      const until = desk.nowMs + graceMs;
      desk.closing = true;
      server.server.close();
      while (desk.waiting > 0 && desk.nowMs < until) await new Promise((resolve) => setTimeout(resolve, closeEveryMs));
      desk.drop();
      clearInterval(looking);
      await server.close();
      clock.stop();
      await connections.close();
      await options.record?.close();
    },
  };
}

/** Bytes that the caller has cannot be taken back: what breaks after the first token is not begun again. */
function committed(strategy: StrategySpec): StrategySpec {
  const { over } = strategy;
  return { ...strategy, route: { ...strategy.route, afterFirstToken: 'fail' }, ...(over && { over: committed(over) }) };
}
