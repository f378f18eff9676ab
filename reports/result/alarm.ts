/** What a rise of a share can come from. */
export const causeNames = ['ownDemand', 'otherTenants', 'ownRetries'] as const;
export type CauseName = (typeof causeNames)[number];

/** A rise and what it is made of; shares 0 … 1. */
export interface AlarmCause {
  readonly before: number;
  readonly now: number;
  /** Their sum is the rise. */
  readonly parts: Readonly<Record<CauseName, number>>;
  /** The largest part. */
  readonly named: CauseName;
  /** How retries were told from the rest: the same run without them, or what became of first attempts. */
  readonly retriesBy: 'run without retries' | 'first attempts';
  /** How demand was told from other tenants: the load on the slots, or the growth of one's own requests alone. */
  readonly demandBy: 'load' | 'own requests';
}

/** From an alarm to its end. */
export interface AlarmSpell {
  /** In words: `capacityErrorRate above 15 % for 10m`. */
  readonly rule: string;
  /** From the start of the run, ms; null: raised at the end still. */
  readonly fromMs: number;
  readonly untilMs: number | null;
  /** The share when it was raised, and the most of the spell, 0 … 1; null for failures that alarm at once. */
  readonly value: number | null;
  readonly most: number | null;
  /** Null without a time before to compare with. */
  readonly cause: AlarmCause | null;
}

/** A spell of one replication in `summary.json`. */
export interface AlarmSummary extends AlarmSpell {
  readonly replication: number;
  /** Local times, `2026-03-04 14:10:00`. */
  readonly from: string;
  readonly until: string | null;
}

export const causeTexts: Readonly<Record<CauseName, string>> = {
  ownDemand: 'own demand',
  otherTenants: 'other tenants',
  ownRetries: 'own retries',
};

/** What helps against each. */
export const remedies: Readonly<Record<CauseName, string>> = {
  ownDemand: 'limit how many requests are under way, or ask for more quota',
  otherTenants: 'switch to another model, or put off what can wait',
  ownRetries: 'retry less often, with longer waits between',
};

export function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

/** `2 % → 16 %: own retries 12 points, own demand 2 points; retry less often, with longer waits between`. */
export function causeSentence({ before, now, parts, named }: AlarmCause): string {
  const ordered = causeNames.toSorted((a, b) => parts[b] - parts[a]);
  const told = ordered.flatMap((name) => {
    const points = Math.round(parts[name] * 1000) / 10;
    return points === 0 && name !== named ? [] : [`${causeTexts[name]} ${points}`];
  });
  return `${percent(before)} before, ${percent(now)} now, in points: ${told.join(', ')}. Mostly ${causeTexts[named]}: ${remedies[named]}`;
}
