import { articleBackoff } from './article-backoff.ts';
import { articleClient } from './article-client.ts';
import { articleRoute } from './article-route.ts';
import { articleSemaphore } from './article-semaphore.ts';
import { hammer } from './hammer.ts';
import { openaiNode6 } from './openai-node-6.ts';
import { outsideUsers } from './outside-users.ts';
import type { Preset } from './preset.ts';
import { sideProject } from './side-project.ts';
import { smallTeam } from './small-team.ts';

/** Every ready strategy by name. */
export const presets = {
  hammer,
  'article-backoff': articleBackoff,
  'article-semaphore': articleSemaphore,
  'article-route': articleRoute,
  'article-client': articleClient,
  'side-project': sideProject,
  'small-team': smallTeam,
  'outside-users': outsideUsers,
  'openai-node-6': openaiNode6,
} satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof presets;
