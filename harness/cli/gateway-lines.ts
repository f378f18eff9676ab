import { wrap } from '../../reports/formats/terminal/width.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { funnelWays } from '../gateway/funnel.ts';
import type { Status } from '../gateway/status.ts';

const columns = 80;

export interface GatewayLines {
  /** Where it listens: `http://127.0.0.1:4020`. */
  readonly address: string;
  readonly strategy: string;
  readonly models: readonly string[];
}

/** What `gateway` says once it listens. The first two lines can go into an environment as they are. */
export function gatewayLines({ address, strategy, models }: GatewayLines): string {
  return [
    `OPENAI_BASE_URL=${address}/v1`,
    `ANTHROPIC_BASE_URL=${address}`,
    '',
    ...wrap(`Every call goes through ${visible(strategy)}: ${models.map(visible).join(', then ')}.`, columns, 0, 2),
    `Which models are free: ${address}/_admin/`,
    'Ctrl-C ends it.',
    '',
  ].join('\n');
}

/** Where requests ended, and what each model did, when it ends. */
export function gatewayTotals({ requests, models }: Status): string {
  const ended = funnelWays.filter(([way]) => requests[way] > 0).map(([way, what]) => `${grouped(requests[way])} ${what}`);
  if (ended.length === 0) return 'No request came.\n';
  const attempts = models
    .filter((model) => model.attempts > 0)
    .map(({ name, attempts: sent, ok, capacityRefused, failed }) => {
      const told = [`${grouped(ok)} ok`, `${grouped(capacityRefused)} at capacity`, `${grouped(failed)} failed otherwise`];
      return `${visible(name)}: ${grouped(sent)} ${sent === 1 ? 'attempt' : 'attempts'}, ${told.join(', ')}`;
    });
  return `${[...wrap(`Requests: ${ended.join(', ')}.`, columns, 0, 2), ...attempts].join('\n')}\n`;
}
