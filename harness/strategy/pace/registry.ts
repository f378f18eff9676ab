import type { Registry } from '../../../sim/kernel/plugin.ts';
import { awsAdaptive } from './aws-adaptive.ts';
import type { Pace } from './pace.ts';
import { resetHeaders } from './reset-headers.ts';
import { tokenBucket } from './token-bucket.ts';

/** Every way to space attempts out, by the tag that selects it in a scenario. */
export const paces = { 'token-bucket': tokenBucket, 'aws-adaptive': awsAdaptive, 'reset-headers': resetHeaders } satisfies Registry<Pace>;
