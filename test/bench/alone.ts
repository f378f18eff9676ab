import { fullDay, queueModel, simulateOnce } from './engine.ts';
import { cpuSeconds } from './measure.ts';

/**
 * One simulation in a process of its own, for what a process has only once: its memory, its first compilation.
 *
 *     node alone.js day STRATEGY | queue REQUESTS
 *
 * Prints {"requests", "attempts", "tenants", "cpuSeconds", "peakBytes"}; the peak is that of the whole process.
 */
const [what, argument = ''] = process.argv.slice(2);
const scenario = what === 'day' ? await fullDay() : await queueModel(Number(argument));
const strategy = what === 'day' ? argument : 'backoff';

let counts = { requests: 0, attempts: 0, tenants: 0 };
const seconds = cpuSeconds(() => {
  const { fold } = simulateOnce(scenario, strategy);
  counts = { requests: fold.requests.offered, attempts: fold.attempts.sent, tenants: fold.provider.tenantArrivals };
});
console.log(JSON.stringify({ ...counts, cpuSeconds: seconds, peakBytes: process.resourceUsage().maxRSS * 1024 }));
