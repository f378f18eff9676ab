import { azure2024Code } from './azure-2024-code.ts';
import { azure2024Conv } from './azure-2024-conv.ts';
import { burstgptCampus } from './burstgpt-campus.ts';
import { officeHours } from './office-hours.ts';
import type { Profile } from './profile.ts';
import { servegenDeepseekR1 } from './servegen-deepseek-r1.ts';
import { servegenMLarge } from './servegen-m-large.ts';
import { servegenMSmall } from './servegen-m-small.ts';
import { servegenMmImage } from './servegen-mm-image.ts';

/** The named profiles of `curve`. */
export const profiles = {
  'office-hours': officeHours,
  'azure-2024-conv': azure2024Conv,
  'azure-2024-code': azure2024Code,
  'burstgpt-campus': burstgptCampus,
  'servegen-m-small': servegenMSmall,
  'servegen-m-large': servegenMLarge,
  'servegen-deepseek-r1': servegenDeepseekR1,
  'servegen-mm-image': servegenMmImage,
} satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profiles;
