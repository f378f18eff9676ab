import { type Measure, quotient } from './measure.ts';

/** Figures that are a quotient of two counts. */
export const quotients = {
  errorRate: quotient(
    'share',
    {
      name: 'errorRate',
      unit: 'share',
      better: 'lower',
      per: 'request',
      describe: 'failed requests among those that ended, failed / (ok + failed)',
      example: 0.03,
    },
    ({ requests }) => ({ part: requests.failed, whole: requests.ok + requests.failed }),
  ),
  capacityErrorRate: quotient(
    'share',
    {
      name: 'capacityErrorRate',
      unit: 'share',
      better: 'lower',
      per: 'attempt',
      describe: 'attempts refused for capacity among all attempts; moves with the strategy’s own retries',
      example: 0.1,
    },
    ({ attempts }) => ({ part: attempts.capacityRefused, whole: attempts.sent }),
  ),
  firstAttemptRefusedRate: quotient(
    'share',
    {
      name: 'firstAttemptRefusedRate',
      unit: 'share',
      better: 'lower',
      per: 'attempt',
      describe: 'first attempts refused as capacity or rate_limited among first attempts sent',
      example: 0.05,
    },
    ({ attempts }) => ({ part: attempts.firstRefused, whole: attempts.firstSent }),
  ),
  goodShare: quotient(
    'share',
    {
      name: 'goodShare',
      unit: 'share',
      better: 'higher',
      per: 'request',
      describe: 'good requests among all offered',
      example: 0.95,
    },
    ({ requests }) => ({ part: requests.good, whole: requests.offered }),
  ),
  fallbackShare: quotient(
    'share',
    {
      name: 'fallbackShare',
      unit: 'share',
      better: 'lower',
      per: 'request',
      describe: 'ok requests answered by another target than the first of the route',
      example: 0.2,
    },
    (fold) => ({ part: fold.fallbackOk, whole: fold.requests.ok }),
  ),
  tenantsRefusedRate: quotient(
    'share',
    {
      name: 'tenantsRefusedRate',
      unit: 'share',
      better: 'lower',
      per: 'run',
      describe: 'calls of other tenants that the pool of workload.model refused',
      example: 0.12,
      path: ['provider', 'tenantsRefusedRate'],
    },
    ({ provider }) => ({ part: provider.modelTenantRefused, whole: provider.modelTenantArrivals }),
  ),
  amplification: quotient(
    'ratio',
    {
      name: 'amplification',
      unit: 'ratio',
      better: 'lower',
      per: 'request',
      describe: 'attempts sent per request started; 1 without retries',
      example: 1.5,
    },
    ({ attempts, requests }) => ({ part: attempts.sent, whole: requests.started }),
  ),
  quality: quotient(
    'ratio',
    {
      name: 'quality',
      unit: 'ratio',
      better: 'higher',
      per: 'request',
      describe: 'mean quality of the models that answered, over ok requests',
      example: 0.9,
    },
    (fold) => ({ part: fold.qualitySum, whole: fold.requests.ok }),
  ),
} satisfies Record<string, Measure>;
