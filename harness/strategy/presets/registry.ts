import { anthropicSdk1 } from './anthropic-sdk-1.ts';
import { articleBackoff } from './article-backoff.ts';
import { articleClient } from './article-client.ts';
import { articleRoute } from './article-route.ts';
import { articleSemaphore } from './article-semaphore.ts';
import { awsSdkStandard } from './aws-sdk-standard.ts';
import { awsSdkStandard2025 } from './aws-sdk-standard-2025.ts';
import { batch } from './batch.ts';
import { bottleneck } from './bottleneck.ts';
import { cockatiel } from './cockatiel.ts';
import { codexCli } from './codex-cli.ts';
import { googleGenai } from './google-genai.ts';
import { googleGenaiInteractions } from './google-genai-interactions.ts';
import { googleGenaiRetry } from './google-genai-retry.ts';
import { got } from './got.ts';
import { hammer } from './hammer.ts';
import { langchainJs } from './langchain-js.ts';
import { litellmRouter } from './litellm-router.ts';
import { openaiNode4 } from './openai-node-4.ts';
import { openaiNode6 } from './openai-node-6.ts';
import { openaiNode7 } from './openai-node-7.ts';
import { opossum } from './opossum.ts';
import { outsideUsers } from './outside-users.ts';
import { pRetry } from './p-retry.ts';
import type { Preset } from './preset.ts';
import { sideProject } from './side-project.ts';
import { sideProjectByHand } from './side-project-by-hand.ts';
import { smallTeam } from './small-team.ts';
import { undiciRetryAgent } from './undici-retry-agent.ts';
import { vercelAiSdk } from './vercel-ai-sdk.ts';

/** Every ready strategy by name. */
export const presets = {
  hammer,
  'article-backoff': articleBackoff,
  'article-semaphore': articleSemaphore,
  'article-route': articleRoute,
  'article-client': articleClient,
  'side-project': sideProject,
  'side-project-by-hand': sideProjectByHand,
  'small-team': smallTeam,
  'outside-users': outsideUsers,
  batch,
  'openai-node-4': openaiNode4,
  'openai-node-6': openaiNode6,
  'openai-node-7': openaiNode7,
  'anthropic-sdk-1': anthropicSdk1,
  'vercel-ai-sdk': vercelAiSdk,
  'google-genai': googleGenai,
  'google-genai-retry': googleGenaiRetry,
  'google-genai-interactions': googleGenaiInteractions,
  'aws-sdk-standard': awsSdkStandard,
  'aws-sdk-standard-2025': awsSdkStandard2025,
  'langchain-js': langchainJs,
  'litellm-router': litellmRouter,
  'p-retry': pRetry,
  cockatiel,
  opossum,
  bottleneck,
  got,
  'undici-retry-agent': undiciRetryAgent,
  'codex-cli': codexCli,
} satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof presets;
