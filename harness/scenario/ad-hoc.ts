import { parseDuration } from '../../sim/kernel/units.ts';
import type { Edit } from './sets.ts';

/** The figures that make a scenario without a file, as typed. */
export interface AdHoc {
  /** Of own requests; without it there are none. */
  readonly rate?: string | undefined;
  readonly slots: string;
  readonly service: string;
  /** Others' load at the fullest hour of a day, as a share of the slots; without it there are no others. */
  readonly peak?: string | undefined;
  /** The profile of their day; default `office-hours`. */
  readonly curve?: string | undefined;
  /** What clients call the model; default `big`. */
  readonly model?: string | undefined;
}

const usualCurve = 'office-hours';

/** The smallest scenario with other numbers; each number belongs to its option, so that problems name that. */
export function adHocScenario({ rate, slots, service, peak, curve, model = 'big' }: AdHoc): {
  readonly value: unknown;
  readonly edits: readonly Edit[];
} {
  const big = ['provider', 'models', model];
  const load = [...big, 'otherTenants', 'load'];
  const others =
    peak === undefined ? {} : { otherTenants: { load: { curve: curve ?? usualCurve, ...between(peak) }, hold: holdOf(service) } };
  return {
    value: {
      ...(rate === undefined || peak !== undefined ? { time: { length: '24h' } } : {}),
      provider: { models: { [model]: { slots: numberOf(slots), service: { exponential: service }, ...others } } },
      workload: { arrivals: rate === undefined ? { at: ['0ms'] } : { poisson: { rate } } },
      strategies: [{ name: 'naive' }, { name: 'backoff', retry: { exponential: { base: '1s' } } }],
    },
    edits: [
      { path: ['workload', 'arrivals', 'poisson', 'rate'], option: `--rate ${rate}` },
      { path: [...big, 'slots'], option: `--slots ${slots}` },
      { path: [...big, 'service'], option: `--service ${service}` },
      { path: [...load, 'high'], option: `--peak ${peak}` },
      { path: [...load, 'curve'], option: `--curve ${curve}` },
    ],
  };
}

function numberOf(text: string): number | string {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** As long as a service; what is wrong with that is said of the service alone. */
function holdOf(service: string): string {
  return (parseDuration(service) ?? 0) > 0 ? service : '1s';
}

/** At night half of what it is at the peak. */
function between(peak: string): { readonly low: number; readonly high: number | string } {
  const high = numberOf(peak);
  return { low: typeof high === 'number' ? high / 2 : 0, high };
}
