import type { Profile } from './profile.ts';
import { servegenLicence, servegenSource } from './servegen.ts';

export const servegenDeepseekR1: Profile = {
  name: 'servegen-deepseek-r1',
  summary: 'a reasoning model of a large provider on one day, mean rate by hour: two peaks at night',
  source: servegenSource('reason/deepseek-r1 (1 day)'),
  licence: servegenLicence,
  unit: 'requests per second',
  hours: [
    19.31, 22.25, 32.58, 28.64, 17.04, 14.54, 12.0, 9.24, 9.54, 10.63, 12.98, 13.29, 7.16, 8.72, 10.96, 11.27, 14.06, 8.86, 12.0, 9.41,
    19.86, 25.97, 35.13, 18.91,
  ],
};
