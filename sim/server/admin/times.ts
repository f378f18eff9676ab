/** Upper bounds of the buckets, seconds; from a refusal to an answer of two minutes. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];

interface Tally {
  /** Of each bucket alone; the last one has what is above all bounds. */
  readonly buckets: number[];
  sum: number;
  count: number;
}

export interface TimesOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly [string, string?];
}

/**
 * A histogram of times as Prometheus reads it, at the cost of two look-ups an attempt: the one of prom-client joins the
 * text of all labels each time, which takes as long as all else that is counted.
 */
export class Times {
  readonly #options: TimesOptions;
  readonly #tallies = new Map<string, Map<string, Tally>>();

  constructor(options: TimesOptions) {
    this.#options = options;
  }

  /** The values of the labels; `second` where there are two. */
  observe(seconds: number, first: string, second = ''): void {
    const tally = this.#tallies.get(first)?.get(second) ?? this.#begin(first, second);
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1;
    tally.buckets[bucket] = (tally.buckets[bucket] ?? 0) + 1;
    tally.sum += seconds;
    tally.count += 1;
  }

  reset(): void {
    this.#tallies.clear();
  }

  /** In the text format 0.0.4. */
  text(): string {
    const { name, help } = this.#options;
    const series = [...this.#tallies].flatMap(([first, tallies]) =>
      [...tallies].flatMap(([second, tally]) => this.#linesOf([first, second], tally)),
    );
    return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...series, ''].join('\n');
  }

  #begin(first: string, second: string): Tally {
    const tally: Tally = { buckets: bounds.map(() => 0).concat(0), sum: 0, count: 0 };
    const tallies = this.#tallies.get(first) ?? new Map<string, Tally>();
    this.#tallies.set(first, tallies.set(second, tally));
    return tally;
  }

  #linesOf(values: readonly string[], { buckets, sum, count }: Tally): readonly string[] {
    const { name, labelNames } = this.#options;
    const labels = labelNames.map((label, index) => `${label}="${escaped(values[index] ?? '')}"`).join(',');
    let below = 0;
    const lines = [...bounds, '+Inf'].map((bound, index) => {
      below += buckets[index] ?? 0;
      return `${name}_bucket{le="${bound}",${labels}} ${below}`;
    });
    return [...lines, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`];
  }
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
