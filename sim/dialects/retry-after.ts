import type { Headers } from './error-reply.ts';
import type { ErrorRow, ErrorShape } from './error-table.ts';

type Waits = Pick<ErrorShape, 'waitHeaders' | 'saidWaitMs'>;

/** Waits as `retry-after` with whole seconds, rounded up so that they are over when they are said to be, where `sent` says so. */
export function retryAfter(sent: (row: ErrorRow) => boolean = () => true): Waits {
  const seconds = (waitMs: number): number => Math.ceil(waitMs / 1000);
  return {
    waitHeaders: (waitMs, row): Headers => (sent(row) ? { 'retry-after': String(seconds(waitMs)) } : {}),
    saidWaitMs: (waitMs, row) => (sent(row) ? seconds(waitMs) * 1000 : undefined),
  };
}
