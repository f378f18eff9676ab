import type { Preset } from './preset.ts';

export const googleGenai: Preset = {
  name: 'google-genai',
  summary: 'the official client as it comes: one attempt',
  source: '@google/genai 2.32.0 and 3.3.0, dist/node/index.mjs: apiCall, without retryOptions',
  strategy: { classify: 'by-status', retry: 'none' },
};
