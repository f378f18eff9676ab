import { expect, test } from 'vitest';
import { ruleOf, waits } from './rule-of.ts';

// gRPC proposal A6: the n-th retry waits U(0, min(initial · multiplier^(n − 1), max)).
test.each([
  [{ base: '100ms', factor: 2, cap: '1s' }, [100, 200, 400, 800, 1000, 1000]],
  [{ base: '10ms', factor: 4, cap: '1s' }, [10, 40, 160, 640, 1000, 1000]],
  [{ base: '1s', factor: 1.5, cap: '2s' }, [1000, 1500, 2000, 2000]],
  [{ base: '5s', factor: 2, cap: '1s' }, [1000, 1000]],
])('gRPC A6: %j spreads over %j', (written, most) => {
  const rule = ruleOf('exponential', { ...written, jitter: { scale: [0, 1] } });
  for (const luck of [1e-16, 0.25, 0.5, 1 - 1e-16])
    waits(rule, most.length, luck).forEach((wait, i) => {
      expect(wait).toBeCloseTo(luck * (most[i] as number), 9);
    });
});
