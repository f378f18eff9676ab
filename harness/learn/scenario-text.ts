import { stringify } from 'yaml';
import { grouped } from '../../sim/kernel/grouped.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { ms, plain, serviceLines, sizeOf, slotsOf } from './assumed.ts';
import { type Day, dayOf } from './day-of.ts';
import type { Learnt } from './learnt.ts';

/** A Monday; the day of the week matters to no curve of 24 hours. */
const monday = '2026-03-02';

/** What stands above the scenario. */
export interface Origin {
  readonly files: readonly string[];
  readonly zone: string;
  readonly name: string;
  /** How well earlier days of the log say what later ones had, a line each. */
  readonly fit?: readonly string[];
}

/** A scenario that runs, with the source of each figure beside it; ◀ marks what the log does not say. */
export function scenarioText(learnt: Learnt, { files, zone, name, fit = [] }: Origin): string {
  const pool = slotsOf(learnt);
  const service = serviceLines(learnt);
  const day = dayOf(learnt, pool.slots, service.meanMs, pool.shared);
  const start = `${monday}T${String(day.from).padStart(2, '0')}:00`;
  const length = day.minutes % 60 === 0 ? `${day.minutes / 60}h` : `${day.minutes}m`;
  const deadline = Math.max(60_000, Math.ceil((4 * (learnt.service.latencyMs?.p99.value ?? 0)) / 60_000) * 60_000);
  const model = slug(learnt.model);
  return `${[
    ...[...head(learnt, files), ...fit].map((line) => `# ${line}`),
    `name: ${scalar(name)}`,
    `time: { start: ${start}, zone: ${scalar(zone)}, length: ${length} }${shortened(day)}`,
    '',
    'provider:',
    '  network: { rtt: 0ms }   # the times below have the way there and back in them',
    '  models:',
    `    ${model}:`,
    `      slots: ${pool.slots}   # ${pool.known ? '' : '◀ '}${pool.because}`,
    ...(pool.shared ? tenants(day, service.meanMs).map((line) => `      ${line}`) : []),
    ...service.lines.map((line) => `      ${line}`),
    '',
    'workload:',
    `  # First calls an hour, hour by hour, over ${daysText(learnt)}; independent of each other.`,
    `  arrivals: { poisson: { rate: { hours: [${day.hours.map(({ perHour }) => `${plain(perHour)}/h`).join(', ')}] } } }`,
    ...sizes(learnt, service.output),
    `  deadline: ${ms(deadline)}   # ◀ how long your callers wait`,
    '',
    'slo: { errorRate: 0.02 }   # ◀ how much may fail',
    '',
    ...strategies(day),
    ...quietLines(learnt),
  ].join('\n')}\n`;
}

/** The days that the hours of the scenario are of. */
function daysText({ working, days }: Learnt): string {
  const count = working === null ? days : Math.max(...working.map((hour) => hour.days));
  return `${count} ${working === null ? '' : 'working '}${count === 1 ? 'day' : 'days'}`;
}

function head(learnt: Learnt, files: readonly string[]): readonly string[] {
  const { from, to, requests, days, model, rateLimited } = learnt;
  return [
    `Learnt from ${visible(files.join(', '))} by at-capacity learn: ${requests} first calls${model === '' ? '' : ` to ${visible(model)}`},`,
    `${from} to ${to}, ${days} ${days === 1 ? 'day' : 'days'}. What is marked ◀ the log does not say: change it.`,
    ...(rateLimited === 0
      ? []
      : [`${grouped(rateLimited)} first calls were rate-limited; the scenario has no quota: add the one that you have.`]),
  ];
}

function shortened({ short }: Day): string {
  if (short === 'no') return '';
  return short === 'unseen' ? '   # the hours that the log has seen' : '   # the busiest hours, so that a run takes seconds';
}

function tenants(day: Day, holdMs: number): readonly string[] {
  const estimates = day.hours.filter(({ seen, estimate }) => seen && estimate).length;
  return [
    '# What others put on the pool, as a share of its slots: from the refusals by Erlang’s loss formula, your own load taken off.',
    `# ${estimates} of 24 hours have 20 refusals or more; in the others it is a load that refuses half a call more than was refused.`,
    'otherTenants:',
    `  load: { hours: [${day.hours.map(({ others }) => plain(Math.round(others * 1e4) / 1e4)).join(', ')}] }`,
    `  hold: ${ms(holdMs)}   # ◀ not in the log: your own time in service; it decides how soon a retry succeeds`,
  ];
}

function sizes({ service }: Learnt, output: string | undefined): readonly string[] {
  const input = service.inputTokens === null ? undefined : sizeOf(service.inputTokens);
  if (input === undefined && output === undefined) return [];
  const parts = [...(input === undefined ? [] : [`input: ${input}`]), ...(output === undefined ? [] : [`output: ${output}`])];
  return [`  sizes: { ${parts.join(', ')} }`];
}

const backoff = 'retry: { exponential: { base: 1s, jitter: { scale: [0, 1] } }, attempts: 4 }';

/** Limits around the load of the busiest hour: what would be in service if nothing were refused. */
function strategies({ hours }: Day): readonly string[] {
  const peak = Math.max(...hours.map(({ ownErlang }) => ownErlang));
  const limits = [...new Set([0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4].map((times) => Math.max(1, Math.round(peak * times))))];
  return [
    'strategies:',
    '  - name: naive',
    `  - { name: backoff, ${backoff} }`,
    `  - { name: limited, limit: ${limits[Math.floor(limits.length / 2)] ?? 1}, ${backoff} }`,
    `# Around ${plain(peak)} calls in service in the busiest hour.`,
    `sweep: { strategy: limited, limit: [${limits.join(', ')}] }`,
  ];
}

function quietLines({ quiet }: Learnt): readonly string[] {
  if (quiet === null || quiet.window === null) return [];
  const { from, to } = quiet.window;
  return [
    '',
    '# Work that can wait: put `urgent: 0.4` (the share that cannot) under workload:, and this into a strategy:',
    `#   defer: { window: { from: "${from}", to: "${to}" } }`,
  ];
}

function slug(model: string): string {
  const text = model
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60);
  return text === '' ? 'model' : scalar(text);
}

function scalar(text: string): string {
  return stringify(text, { lineWidth: 0 }).trimEnd();
}
