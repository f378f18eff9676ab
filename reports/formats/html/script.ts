import { tables } from './script/tables.ts';
import { tips } from './script/tips.ts';
import { view } from './script/view.ts';

/**
 * Comfort only: columns that sort, rows that are filtered and grouped, check boxes that stay alike, meanings that show when
 * a word is pointed at, and a link that brings a view back. The page says everything without it.
 */
export const script = `'use strict';
${tables}${view}${tips}`;
