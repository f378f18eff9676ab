import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Permits, PermitWait } from '../../harness/client/permits.ts';
import type { Simulation } from '../../harness/run/simulation.ts';
import { history, live } from '../support/histories.ts';

type Spoil = (permits: Permits, run: Simulation) => void;

/** About 2 ms of processor time each; a loaded machine may take long without anything being wrong. */
const patience = 600_000;

describe('10,000 random histories', () => {
  it(
    'lose and double nothing, and never exceed a limit',
    () => {
      fc.assert(
        fc.property(history, (draw) => live(draw)),
        { numRuns: 10_000, seed: 20261129 },
      );
    },
    patience,
  );
});

/** Changes every wait for a permit. */
function spoilWaits(permits: Permits, change: (waiting: PermitWait) => void): void {
  const wait = permits.wait.bind(permits);
  permits.wait = (...asked) => {
    const waiting = wait(...asked) as PermitWait;
    change(waiting);
    return waiting;
  };
}

/** What is planted, what is said of it, and how. */
const faults: readonly (readonly [string, string, Spoil])[] = [
  [
    'a cancelled waiter keeps the permit it was granted',
    'left of the permits: {"inUse":1',
    (permits) =>
      spoilWaits(permits, (waiting) => {
        const { grant, cancel } = waiting;
        let granted = false;
        waiting.grant = () => {
          granted = true;
          grant.call(waiting);
        };
        waiting.cancel = () => (granted ? permits.clock.disarm(waiting) : cancel.call(waiting));
      }),
  ],
  [
    'one who has lost patience is granted a permit',
    'left of the permits: {"inUse":1',
    (permits) => {
      permits.leave = () => {};
    },
  ],
  [
    'a permit is given back twice',
    'more permits came back than were out',
    (permits) => {
      const release = permits.release.bind(permits);
      let count = 0;
      permits.release = () => {
        release();
        if (count++ % 5 === 4) release();
      };
    },
  ],
  [
    'a permit is not given back',
    'left of the permits: {"inUse":1',
    (permits) => {
      const release = permits.release.bind(permits);
      let count = 0;
      permits.release = () => {
        if (count++ % 5 !== 4) release();
      };
    },
  ],
  [
    'a permit beyond the limit',
    '3 permits out at a limit of 2',
    (permits) => {
      const take = permits.take.bind(permits);
      permits.take = () => {
        if (permits.inUse === 2 && permits.limit === 2) Object.defineProperty(permits, 'limit', { get: () => 3, configurable: true });
        const took = take();
        Reflect.deleteProperty(permits, 'limit');
        return took;
      };
    },
  ],
  [
    'a slot is given back twice',
    'busy slot time',
    (_permits, run) => {
      for (const provider of run.providers.values()) {
        for (const pool of provider.pools.values()) {
          const release = pool.release.bind(pool);
          let count = 0;
          pool.release = () => {
            release();
            if (count++ % 5 === 4) release();
          };
        }
      }
    },
  ],
  [
    'an end is heard twice',
    'attempts without an end: -',
    (_permits, run) => {
      const { ended } = run.recorder;
      let count = 0;
      run.recorder.ended = (...event) => {
        ended.apply(run.recorder, event);
        if (count++ % 5 === 4) ended.apply(run.recorder, event);
      };
    },
  ],
];

describe('a planted fault is found:', () => {
  it.each(faults)(
    '%s',
    (_name, message, spoil) => {
      const result = fc.check(
        fc.property(history, (draw) => live(draw, spoil)),
        { numRuns: 1000, seed: 20261129, endOnFailure: true },
      );
      expect(String(result.errorInstance)).toContain(message);
    },
    patience,
  );
});
