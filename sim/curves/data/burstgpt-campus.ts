import type { Profile } from './profile.ts';

export const burstgptCampus: Profile = {
  name: 'burstgpt-campus',
  summary: 'ChatGPT conversations of a campus, median requests by local hour: quiet nights, a dip at lunch',
  source:
    'Derived from the box plots of img/Fig3-4.png (ChatGPT, conversation log) in github.com/HPMLL/BurstGPT (commit e92f533b): medians read off the picture, within about 2 requests; hours 5 and 7, which it hides, are set to 4 like their neighbours. No difference between weekdays and weekends in the source. Hours are local.',
  licence: 'CC BY 4.0, HPMLL (BurstGPT)',
  unit: 'requests per hour',
  hours: [45.9, 28, 15.9, 10.6, 4.1, 4, 4.7, 4, 19.9, 106, 157.1, 158, 67.9, 92.1, 154.9, 184, 188, 132, 76.9, 101, 118.1, 106.9, 93.9, 75],
};
