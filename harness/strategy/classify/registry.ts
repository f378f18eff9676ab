import type { Registry } from '../../../sim/kernel/plugin.ts';
import { article } from './article.ts';
import { byShape } from './by-shape.ts';
import { byStatus } from './by-status.ts';
import { catchAll } from './catch-all.ts';
import type { Classify } from './classify.ts';

/** Every classifier by name. */
export const classifiers = { 'by-shape': byShape, 'by-status': byStatus, article, 'catch-all': catchAll } satisfies Registry<Classify>;
