import type { Preset } from './preset.ts';

export const hammer: Preset = {
  name: 'hammer',
  summary: 'five tries a second, up to fifty, whatever the provider asks for',
  source: 'the habit that every provider’s documentation warns of',
  strategy: { retry: { fixed: '200ms', attempts: 50, when: ['capacity', 'rate_limited'], hint: { use: 'ignore' } } },
};
