import type { Outcome } from '../../reports/result/outcome.ts';
import type { Request, WireFacts } from '../../sim/kernel/transport.ts';

/**
 * Who counts. Attempts are reported by the client that makes them, requests by the one that was asked. A copy is sent beside an
 * attempt that has not answered yet; of an attempt and its copies all ends but the last are those of copies.
 */
export interface Observer {
  sent(request: Request, target: string, number: number, copy?: boolean): void;
  /** `facts` are undefined when the client itself ended the attempt. */
  ended(
    request: Request,
    target: string,
    number: number,
    outcome: Outcome,
    tokens: number,
    facts: WireFacts | undefined,
    copy?: boolean,
  ): void;
  /**
   * The request goes past this target, which stands before the one it is sent to next, or it goes nowhere: why, in a word
   * (`context`: it is too long, `breaker`, or the route's own).
   */
  passedOver?(request: Request, target: string, why: string): void;
}
