import { type Profile, week } from './profile.ts';

/** Mean requests per hour by hour of the day (UTC), Monday 13 to Friday 17 May 2024. */
const weekday = [
  165014, 180175, 177143, 146889, 148665, 161736, 186266, 201270, 205501, 200646, 180809, 190619, 213391, 236302, 247985, 230707, 209873,
  201495, 199877, 188475, 171146, 142959, 128979, 133911,
];

/** The same for Sunday 12 and Saturday 18 May 2024. */
const weekend = [
  93140, 98752, 97986, 83522, 81416, 84551, 86532, 96294, 99364, 91340, 96818, 107666, 114684, 127723, 129877, 134162, 126064, 123668,
  118674, 111322, 112320, 106718, 99114, 105715,
];

export const azure2024Conv: Profile = {
  name: 'azure-2024-conv',
  summary: 'conversations served by Azure OpenAI in a week of May 2024: weekday and weekend by hour',
  source:
    'Derived from the plots of analysis/AzureLLMInferenceDataset2024.ipynb in github.com/Azure/AzurePublicDataset (commit b469a113): requests per hour were read off the picture, scaled to the published total of 27,303,999 requests and averaged over the five weekdays and the two weekend days; about 3 % off at most where exact counts are known. Hours are UTC in the source; here hour 0 is 00:00 of the run’s zone.',
  licence: 'CC BY 4.0, Microsoft (Azure Public Dataset)',
  unit: 'requests per hour',
  hours: week(weekday, weekend),
};
