/** Presets that are no package's. */
export const setUps: ReadonlySet<string> = new Set([
  'hammer',
  'article-backoff',
  'article-semaphore',
  'article-route',
  'article-client',
  'side-project',
  'side-project-by-hand',
  'small-team',
  'outside-users',
  'batch',
]);
