import type { Profile } from './profile.ts';
import { servegenLicence, servegenSource } from './servegen.ts';

export const servegenMLarge: Profile = {
  name: 'servegen-m-large',
  summary: 'a large language model of a large provider, mean rate by hour: nearly flat',
  source: servegenSource('language/m-large (14 days)'),
  licence: servegenLicence,
  unit: 'requests per second',
  hours: [
    194.8, 196.3, 193.0, 183.2, 177.8, 172.9, 167.2, 160.1, 154.3, 169.9, 204.8, 216.6, 190.2, 192.2, 205.0, 205.0, 217.3, 211.2, 203.8,
    223.8, 221.9, 210.4, 215.9, 212.7,
  ],
};
