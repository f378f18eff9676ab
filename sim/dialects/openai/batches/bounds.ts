/** As published: requests of one batch. */
export const mostRequests = 50_000;

/** Largest input file, bytes; published are 200 MB. */
export const mostFileBytes = 32_000_000;

/** What is kept of files, and of batches together with their input and requests, bytes; the oldest batches that are over go first. */
export const mostKeptBytes = 256_000_000;

export const mostKept = 1000;

/** Things that are said to be wrong with one input file. */
export const mostProblems = 100;
