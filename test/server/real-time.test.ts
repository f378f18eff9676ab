import { afterEach, expect, test, vi } from 'vitest';
import { fasterTime } from '../../harness/serve/faster-time.ts';
import { realTime } from '../../harness/serve/real-time.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a wait that is longer than a timer keeps does not fire at once', () => {
  vi.useFakeTimers();
  const due = vi.fn();
  // A day, a thousand times as slowly.
  fasterTime(realTime, 0.001).wait(86_400_000, due);
  vi.advanceTimersByTime(3_600_000);
  expect(due).not.toHaveBeenCalled();
});
