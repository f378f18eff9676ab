import type { Edit } from './sets.ts';

/** The three numbers that make a scenario without a file, as typed. */
export interface AdHoc {
  readonly rate: string;
  readonly slots: string;
  readonly service: string;
}

/** The smallest scenario with other numbers; each number belongs to its option, so that problems name that. */
export function adHocScenario({ rate, slots, service }: AdHoc): { readonly value: unknown; readonly edits: readonly Edit[] } {
  const big = ['provider', 'models', 'big'];
  return {
    value: {
      provider: { models: { big: { slots: /^\d+$/.test(slots) ? Number(slots) : slots, service: { exponential: service } } } },
      workload: { arrivals: { poisson: { rate } } },
      strategies: [{ name: 'naive' }, { name: 'backoff', retry: { exponential: { base: '1s' } } }],
    },
    edits: [
      { path: ['workload', 'arrivals', 'poisson', 'rate'], option: `--rate ${rate}` },
      { path: [...big, 'slots'], option: `--slots ${slots}` },
      { path: [...big, 'service'], option: `--service ${service}` },
    ],
  };
}
