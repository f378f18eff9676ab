import { type Profile, week } from './profile.ts';

/** Mean requests per hour by hour of the day (UTC), Friday 10 and Monday 13 to Thursday 16 May 2024. */
const weekday = [
  87410, 84595, 79405, 65062, 52050, 42811, 36835, 31300, 29079, 30197, 32358, 47211, 86189, 147302, 208571, 225362, 213766, 245561, 270273,
  275830, 256091, 188423, 136050, 101586,
];

/** The same for Saturday 11 and Sunday 12 May 2024. */
const weekend = [
  54682, 53500, 47726, 45876, 38803, 31632, 25776, 17860, 13799, 12579, 11710, 16056, 24156, 32264, 39924, 45587, 49566, 52942, 58740,
  60149, 60402, 59742, 59968, 55110,
];

export const azure2024Code: Profile = {
  name: 'azure-2024-code',
  summary: 'code completion served by Azure OpenAI in a week of May 2024: weekday and weekend by hour',
  source:
    'Derived from the plots of analysis/AzureLLMInferenceDataset2024.ipynb in github.com/Azure/AzurePublicDataset (commit b469a113): requests per hour were read off the picture, scaled to the published total of 16,803,695 requests and averaged over the five weekdays and the two weekend days; 0.3 to 3.1 % too high in the ten hours whose exact counts are known. Hours are UTC in the source; here hour 0 is 00:00 of the run’s zone.',
  licence: 'CC BY 4.0, Microsoft (Azure Public Dataset)',
  unit: 'requests per hour',
  hours: week(weekday, weekend),
};
