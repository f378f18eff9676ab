/** Whether a varied key is the number of a limit itself: `limit` stands for `limit.fixed`. */
export const isLimit = (key: string): boolean => key === 'limit' || key === 'limit.fixed';

/**
 * Whether it counts what is in flight, so that of equals the smallest is the kindest to everybody: a limit, or where one that
 * moves begins and ends, `limit.aimd.initial`, `.min` and `.max`. Waits, shares and steps of a limit do not.
 */
export const countsInFlight = (key: string): boolean => isLimit(key) || /^limit\.(?!queue\.|hold\.)[^.]+\.(initial|min|max)$/.test(key);
