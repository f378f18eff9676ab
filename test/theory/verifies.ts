/** `npm run verify`: every row, however long it takes. */
export const verifies = process.env.VERIFY === '1';

/** Figures that take more requests than this for their precision have no place in `npm test`. */
export const mostInTest = 150_000;

/** The bound of this run. */
export const mostRequests = verifies ? Number.POSITIVE_INFINITY : mostInTest;
