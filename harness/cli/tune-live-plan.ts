import { isLimit } from '../../reports/result/recommend/limit-key.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { parseTarget, type Target } from '../probe/target.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import { addressOf, type LiveRequest, liveRequest, messageOf } from '../tune/live/live-message.ts';
import { measurable } from '../tune/live/live-trials.ts';
import type { TuneLiveOptions } from '../tune/live/tune-live.ts';
import { authorizationOf, openaiKey } from './probe-key.ts';
import { type BoundFlags, boundsOf, longestMs, mostAtOnce, type ProbePlan } from './probe-plan.ts';
import { collector } from './problems.ts';
import type { TuneLiveFlags } from './tune-live-flags.ts';

/** The options that a ramp reads. */
type LiveFlags = TuneLiveFlags & { readonly vary: readonly string[]; readonly strategy?: string };

/** What `tune --live` does; what it says of itself it says as a probe does. */
export interface TuneLivePlan extends Pick<ProbePlan, 'target' | 'place' | 'options' | 'message' | 'yes'> {
  readonly strategy: StrategySpec;
  readonly request: LiveRequest;
  readonly tuning: Omit<TuneLiveOptions, 'signal' | 'onProgress'>;
  /** Bounds of the scenario that a ramp cannot judge. */
  readonly unmeasured: readonly string[];
  readonly clients: number;
}

const usual = { from: '3', max: '64', step: '10s', maxRequests: '1000', maxTime: '10m', pause: '1s' } as const;
const usualTimeoutMs = 60_000;
const leastTimeoutMs = 1000;

/** What can be seen of the command line alone. InputError with everything that is wrong. */
export function checkLiveFlags(flags: LiveFlags): void {
  const { problems, attempt } = collector();
  attempt(() => parseTarget(flags.live ?? '', '--live'));
  attempt(() => boundsOf(boundFlagsOf(flags, undefined, usualTimeoutMs)));
  attempt(() => authorizationOf(flags.header, {}, openaiKey));
  if (flags.model?.trim() === '') problems.push({ file: '--model', message: 'expected the name of a model, found nothing' });
  if (problems.length > 0) throw new InputError(problems);
}

/** The plan for a scenario. InputError where it does not say what to measure, or what is wrong together. */
export function tuneLivePlan(
  scenario: Scenario,
  flags: LiveFlags,
  environment: Readonly<Record<string, string | undefined>>,
): TuneLivePlan {
  const { problems, attempt } = collector();
  const strategy = attempt(() => strategyOf(scenario, flags));
  const limits = attempt(() => limitsOf(scenario, flags));
  if (strategy === undefined || limits === undefined) throw new InputError(problems);
  const { workload, good, slo: allBounds, recommend } = scenario;
  const bounds = boundsOf(boundFlagsOf(flags, limits.at(-1), timeoutOf(strategy, workload.deadline)));
  const request = liveRequest(scenario, strategy, flags.model);
  const given = parseTarget(flags.live ?? '', '--live');
  const url = addressOf(new URL(flags.live ?? ''), request.path);
  const target: Target = { ...given, url };
  const { slo, unmeasured } = measurable(allBounds, workload.stream);
  const key = { variable: request.keyVariable, headers: request.caller.authorization };
  const { headers, from } = authorizationOf(flags.header, environment, key);
  const message = messageOf(request, url, headers);
  const judged = { good, stream: workload.stream, targets: [{ name: request.model, quality: 0 }], deadline: workload.deadline };
  const options = { ...bounds, balance: recommend.balance };
  return {
    target,
    place: '--live',
    options,
    message: {
      headers: message.headers,
      body: message.body,
      model: request.model,
      anyJson: false,
      takesModel: false,
      asks: asksOf(request),
      keyFrom: from,
    },
    yes: flags.yes === true,
    strategy,
    request,
    tuning: { ...options, message, slo, judged },
    unmeasured,
    clients: workload.clients,
  };
}

/** How long the strategy waits for an answer, or its callers do, within what a probe takes; ms. */
function timeoutOf({ timeout }: StrategySpec, deadline: number | undefined): number {
  const known = [timeout.attempt, deadline].filter((ms) => ms !== undefined);
  const shortest = known.length === 0 ? usualTimeoutMs : Math.min(...known);
  return Math.round(Math.min(longestMs, Math.max(leastTimeoutMs, shortest)));
}

function asksOf({ model, input, maxTokens, stream }: LiveRequest): string {
  const how = stream ? ', streamed' : '';
  return `asks ${model} for at most ${grouped(maxTokens)} tokens with a question of about ${grouped(input)} tokens${how}`;
}

/** From 3, or from below it where no more is wanted. */
function boundFlagsOf(flags: LiveFlags, largest: number | undefined, timeoutMs: number): BoundFlags {
  const max = flags.max ?? (largest === undefined ? usual.max : String(Math.min(largest, mostAtOnce)));
  const from = /^[12]$/.test(max) ? max : usual.from;
  return {
    from,
    max,
    step: flags.step ?? usual.step,
    maxRequests: flags.maxRequests ?? usual.maxRequests,
    maxTime: flags.maxTime ?? usual.maxTime,
    timeout: flags.timeout ?? `${timeoutMs}ms`,
    pause: flags.pause ?? usual.pause,
  };
}

/** The limits that the scenario would choose from, ascending. A ramp varies nothing else. */
function limitsOf({ sweep }: Scenario, { vary }: LiveFlags): readonly number[] {
  const keys = Object.keys(sweep?.keys ?? {});
  const others = vary.length === 0 ? [] : keys.filter((key) => !isLimit(key));
  if (others.length > 0)
    throw new InputError(others.map((key) => ({ file: `--vary ${key}`, message: 'has no place beside --live, which tries limits alone' })));
  const values = keys.filter(isLimit).flatMap((key) => sweep?.keys[key] ?? []);
  return values.toSorted((a, b) => a - b);
}

/** The strategy that is meant: the one named, the one that is swept, the only one, or the only one with a limit. */
function strategyOf({ strategies, sweep }: Scenario, flags: LiveFlags): StrategySpec {
  const variants: ReadonlySet<string> = new Set(sweep?.variants ?? []);
  const plain = strategies.filter(({ name }) => !variants.has(name));
  const limited = plain.filter(({ limit }) => limit !== undefined);
  const named = flags.strategy ?? sweep?.strategy;
  const found =
    named === undefined ? [plain, limited].find((list) => list.length === 1)?.[0] : strategies.find(({ name }) => name === named);
  if (found !== undefined) return found;
  const names = plain.map(({ name }) => name).join(', ');
  throw new InputError([{ file: '--strategy', message: `say which strategy is to have the limit, one of: ${names}` }]);
}
