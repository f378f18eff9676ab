import { type Profile, week } from './profile.ts';

const weekday = [0, 0, 0, 0, 0, 0, 0.05, 0.2, 0.5, 0.8, 1, 1, 1, 1, 1, 1, 0.9, 0.7, 0.5, 0.3, 0.2, 0.1, 0.05, 0];

export const officeHours: Profile = {
  name: 'office-hours',
  summary: 'weekdays high from 10:00 to 16:00 with shoulders, nights low; Saturday 35 % of that, Sunday 25 %',
  source: 'Made up for this project: the shape of demand from offices in one time zone; not measured.',
  licence: 'MIT, as the project',
  unit: 'share of the peak',
  hours: week(
    weekday,
    weekday.map((value) => value * 0.35),
    weekday.map((value) => value * 0.25),
  ),
};
