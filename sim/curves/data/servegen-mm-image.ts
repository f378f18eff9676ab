import type { Profile } from './profile.ts';
import { servegenLicence, servegenSource } from './servegen.ts';

export const servegenMmImage: Profile = {
  name: 'servegen-mm-image',
  summary: 'an image-understanding model of a large provider on one day, mean rate by hour: high by day',
  source: servegenSource('multimodal/mm-image (1 day)'),
  licence: servegenLicence,
  unit: 'requests per second',
  hours: [
    5.6, 8.42, 10.6, 8.21, 9.14, 8.9, 8.22, 8.68, 8.21, 10.54, 12.64, 11.84, 10.23, 10.46, 11.96, 12.33, 12.76, 10.04, 8.4, 8.69, 9.62,
    8.41, 7.82, 5.68,
  ],
};
