import type { KeptRequest } from '../../reports/result/kept.ts';

const most = 100;

/** The slowest requests of a run, least slow first. */
export class Slowest {
  readonly #list: KeptRequest[] = [];

  /** Whether a request of this latency would be kept, so that its record need not be made otherwise. */
  wants(latencyMs: number): boolean {
    return this.#list.length < most || latencyMs > (this.#list[0] as KeptRequest).latencyMs;
  }

  add(request: KeptRequest): void {
    const list = this.#list;
    if (list.length === most) list.shift();
    let place = list.length;
    while (place > 0 && (list[place - 1] as KeptRequest).latencyMs > request.latencyMs) place -= 1;
    list.splice(place, 0, request);
  }

  /** Slowest first. */
  all(): KeptRequest[] {
    return this.#list.toReversed();
  }
}

/** Failed requests spread evenly over the run: every k-th, k doubled whenever twice as many as wanted are there. */
export class FailedSample {
  #kept: KeptRequest[] = [];
  #stride = 1;
  #seen = 0;

  /** Whether the next failed request is kept; call once for each. */
  next(): boolean {
    const wanted = this.#seen % this.#stride === 0;
    this.#seen += 1;
    return wanted;
  }

  add(request: KeptRequest): void {
    this.#kept.push(request);
    if (this.#kept.length < 2 * most) return;
    this.#kept = this.#kept.filter((_, index) => index % 2 === 0);
    this.#stride *= 2;
  }

  all(): KeptRequest[] {
    return this.#kept.length <= most ? this.#kept : this.#kept.filter((_, index) => index % 2 === 0);
  }
}
