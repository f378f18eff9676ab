/** As published: requests of one batch. */
export const mostRequests = 100_000;

/** Largest batch, bytes; published are 256 MB. */
export const mostBytes = 32_000_000;

/** Batches that are kept, together with their requests; the oldest ones that are over go first. */
export const mostKeptBytes = 256_000_000;

export const mostKept = 1000;
