/** The smallest scenario, two strategies. */
export const smallest = `provider: { models: { big: { slots: 8, service: { exponential: 1s } } } }
workload: { arrivals: { poisson: { rate: 7/s } } }
strategies:
  - name: naive
  - { name: backoff, retry: { exponential: { base: 1s } } }
`;
