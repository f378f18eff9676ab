import { readLogs } from '../../harness/cli/learn-logs.ts';
import { learnPlanOf } from '../../harness/cli/learn-plan.ts';
import { learn } from '../../harness/learn/learn.ts';

/**
 * `learn` on one log in a process of its own, for the peak of its memory.
 *
 *     node learn-alone.js FILE
 *
 * Prints {"calls", "cpuSeconds", "peakBytes"}, both of the whole process.
 */
const logs = await readLogs(learnPlanOf(process.argv.slice(2), {}));
if (logs === undefined) throw new Error('no calls');
const { attempts } = learn(logs.strategy, logs.ledger, { slots: 40, elapsed: logs.elapsed });
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ calls: attempts, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakBytes: maxRSS * 1024 }));
