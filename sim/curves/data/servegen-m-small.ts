import type { Profile } from './profile.ts';
import { servegenLicence, servegenSource } from './servegen.ts';

export const servegenMSmall: Profile = {
  name: 'servegen-m-small',
  summary: 'a small language model of a large provider, mean rate by hour: an evening peak',
  source: servegenSource('language/m-small (14 days; 37 of the 2016 windows are empty and were kept)'),
  licence: servegenLicence,
  unit: 'requests per second',
  hours: [
    985.4, 838.0, 861.3, 794.3, 838.6, 775.2, 803.8, 1003.7, 1192.5, 1238.4, 1321.2, 1284.2, 1244.8, 1260.4, 1245.2, 1229.1, 1281.2, 1266.6,
    1183.2, 1443.1, 1709.4, 1646.4, 1491.1, 1248.4,
  ],
};
